/** What others may do to what lets somebody in: end it. */
export { endAllSessions, endSessions, endTokens, removeSessions } from './session.store.ts';
