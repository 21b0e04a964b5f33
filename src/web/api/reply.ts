export interface Reply<T> {
  data: T;
  /** How many there are in all, for a list. */
  total: number | null;
  /** What a save of it stands on. */
  etag?: string | null;
}

/** What an answer says, and its headers that people need. */
export async function replyOf<T>(response: Response): Promise<Reply<T>> {
  const total = response.headers.get('X-Total-Count');
  return {
    data: response.status === 204 ? (undefined as T) : await response.json(),
    total: total === null ? null : Number(total),
    etag: response.headers.get('ETag'),
  };
}
