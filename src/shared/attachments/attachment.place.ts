/** Whether a file stands at a place: its own, or one of the others it was given. */
export const standsAt = (
  { field_key, also }: { field_key: string; also: readonly string[] },
  ...keys: readonly string[]
): boolean => keys.includes(field_key) || also.some((key) => keys.includes(key));
