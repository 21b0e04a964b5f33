/** What others may do to what lets somebody in: end it. */
export { endAllSessions, endCalendar, endFactor, endSessions, endTokens, removeSessions } from './session.store.ts';
