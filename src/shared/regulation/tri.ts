/** Yes, no, or nobody knows. */
export type Tri = boolean | null;
export const not = (value: Tri): Tri => (value === null ? null : !value);
export const and = (...values: Tri[]): Tri => (values.includes(false) ? false : values.includes(null) ? null : true);
export const or = (...values: Tri[]): Tri => (values.includes(true) ? true : values.includes(null) ? null : false);
