import '@fontsource-variable/ibm-plex-sans/index.css';
import { askEarly } from './api/early.ts';
import { heedSubmit } from './auth/early.submit.ts';

// This little file runs long before the app is there: what the app will ask is on its way meanwhile.
askEarly();
heedSubmit();
void import('./start.tsx');
