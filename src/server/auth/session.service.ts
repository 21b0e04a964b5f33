/** What another noun may do to sessions: end them. */
export { endSessions } from './auth.store.ts';
