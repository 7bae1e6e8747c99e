import type { Locale } from '@lanka/domain/kit/errors';
import { escaped } from '../kit/http/public-page';
import { STYLE } from './style';
import { WORDS } from './words';

export interface Link {
  readonly page: string;
  readonly title: string;
}

export interface Section {
  readonly title: string;
  readonly links: readonly Link[];
}

const MARK =
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#22707a"/><g fill="none" stroke="#fff" stroke-width="3"><rect x="5.5" y="11" width="13" height="10" rx="5"/><path d="M15.5 16a5 5 0 0 1 5-5h1a5 5 0 0 1 0 10h-1a5 5 0 0 1-2.4-.6"/></g></svg>';

export const addressOf = (locale: Locale, page: string): string => `/developers/${locale}/${page}`;

/** A page around its content, which is markup already.  */
export function layout(
  locale: Locale,
  {
    page,
    title,
    content,
    sections,
  }: {
    page: string;
    title: string;
    content: string;
    sections: readonly Section[];
  },
): string {
  const words = WORDS[locale];
  const other = locale === 'ua' ? 'en' : 'ua';
  const link = (one: Link): string =>
    `<li><a href="${addressOf(locale, one.page)}"${one.page === page ? ' aria-current="page"' : ''}>${escaped(one.title)}</a></li>`;
  const menu = sections
    .map((section) => `<h2>${escaped(section.title)}</h2><ul>${section.links.map(link).join('')}</ul>`)
    .join('');
  const hreflang = (one: Locale): string =>
    `<link rel="alternate" hreflang="${WORDS[one].lang}" href="${addressOf(one, page)}">`;
  return `<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${hreflang('ua')}${hreflang('en')}
<title>${escaped(title)} — ${escaped(words.name)}</title>
<style>${STYLE}</style>
<script src="/developers-try.js" defer></script>
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header><a class="brand" href="/" title="${words.home}">${MARK}<span class="name">${words.name}</span></a>
<a href="/api/public/openapi.json">OpenAPI</a>
<a href="${addressOf(other, page)}" hreflang="${WORDS[other].lang}" lang="${WORDS[other].lang}">${words.other}</a></header>
<div class="whole">
<nav aria-label="${words.nav}"><details open><summary>${words.nav}</summary><div>${menu}</div></details></nav>
<main id="main" tabindex="-1"><h1>${escaped(title)}</h1>${content}</main>
</div>
</body>
</html>
`;
}
