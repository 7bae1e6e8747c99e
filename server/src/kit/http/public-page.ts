/** Pages that the server writes itself, for people who are not signed in: small, without scripts. */

const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => SPECIAL[sign] ?? sign);

/** What search engines may look at: absolute addresses. */
export const sitemap = (urls: readonly string[]): string => {
  const entries = urls.map((url) => `<url><loc>${escaped(url)}</loc></url>`).join('');
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;
};

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; display: grid; place-items: start center; min-height: 100vh; background: #f4f5f7; color: #1d2129; }
  main { box-sizing: border-box; width: min(100%, 480px); padding: 24px 20px 40px; }
  h1 { margin: 16px 0 4px; font-size: 24px; line-height: 1.25; overflow-wrap: anywhere; }
  p, dl { margin: 0 0 12px; overflow-wrap: anywhere; }
  .photo { display: block; width: 100%; aspect-ratio: 1; object-fit: contain; border-radius: 12px; background: #fff; }
  .who { display: flex; align-items: center; gap: 10px; margin-bottom: 16px; font-weight: 600; }
  .who img { width: 40px; height: 40px; object-fit: contain; border-radius: 8px; background: #fff; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; }
  dt { color: #565d6b; } dd { margin: 0; overflow-wrap: anywhere; }
  .price { font-size: 22px; font-weight: 700; }
  a { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #1f5fbf; color: #fff; font-weight: 600; }
  @media (prefers-color-scheme: dark) { body { background: #16181d; color: #e8eaee; } dt { color: #a6adba; } }
`;

/** `head` and `body` are markup: what is put into them goes through `escaped` first. */
export const publicPage = (
  lang: string,
  title: string,
  body: string,
  head = '',
  /** Search engines may show it; what one gets by a link of one's own they may not. */
  { found = false } = {},
): Buffer =>
  Buffer.from(`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="${found ? 'index, follow' : 'noindex'}">
<meta name="referrer" content="no-referrer">${head}
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`);
