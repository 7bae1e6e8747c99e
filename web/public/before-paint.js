// Sets the colour scheme and the language before the first paint. A file of its own because the content
// security policy allows no inline script.
(() => {
  const stored = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  const dark = stored === 'dark' || (stored === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  document.documentElement.lang = localStorage.getItem('locale') === 'en' ? 'en' : 'uk';
})();
