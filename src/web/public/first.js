// Trusted Types: the page refuses to turn text into HTML. The date fields of MUI set their plain text that way; text
// without a tag or an entity is let through, anything else is refused.
window.trustedTypes?.createPolicy('default', {
  createHTML: (text) => {
    if (/[<&]/.test(text)) throw new TypeError('HTML is not taken from text');
    return text;
  },
});

// Before the first paint: the scheme chosen last time, else the system's. Nothing flashes.
(() => {
  const mode = localStorage.getItem('mui-mode') ?? 'system';
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();

// The sign-in form comes drawn: that it was sent before the app is there is noted, and the app sends it.
addEventListener('submit', ({ target }) => {
  target.dataset.sent = 'true';
});
