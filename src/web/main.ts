import fonts from '@fontsource-variable/ibm-plex-sans/index.css?url';
import { askEarly } from './api/early.ts';
import { APP_MISSING } from './layout/app.missing.ts';

// This little file runs long before the app is there: what the app will ask is on its way meanwhile.
try {
  askEarly();
} catch {
  // What is kept on this computer could not be read: the screen asks by itself.
}

// What runs waits for a style sheet of the page: this one comes beside it.
const sheet = document.createElement('link');
sheet.rel = 'stylesheet';
sheet.href = fonts;
document.head.append(sheet);

import('./start.tsx').catch(() => {
  const said = document.createElement('p');
  said.role = 'alert';
  said.style.cssText =
    'margin: 0; padding: 16px; text-align: center; font-family: "IBM Plex Sans Variable", system-ui, sans-serif';
  said.textContent = APP_MISSING;
  document.body.prepend(said);
});
