/** What others may do to sessions: end them. */
export { endAllSessions, endSessions, removeSessions } from './session.store.ts';
