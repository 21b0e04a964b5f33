/** What others may do to sessions: end them. */
export { endAllSessions, endSessions } from './session.store.ts';
