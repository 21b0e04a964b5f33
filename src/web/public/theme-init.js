// Before the first paint: the scheme chosen last time, else the system's. Nothing flashes.
(() => {
  const mode = localStorage.getItem('mui-mode') ?? 'system';
  const dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.add(dark ? 'dark' : 'light');
})();
