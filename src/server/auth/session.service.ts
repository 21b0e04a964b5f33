/** What others may do to sessions: end them. */
export { endAllSessions, endSessions } from './auth.store.ts';
