/** What others may do to what lets somebody in: end it. */
export { endAllSessions, endCalendar, endSessions, endTokens, removeSessions } from './session.store.ts';
