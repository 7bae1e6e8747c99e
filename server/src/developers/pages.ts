import type { Locale } from '@lanka/domain/kit/errors';
import { micromark } from 'micromark';
import { API_VERSIONS } from '../kit/http/api-versions';
import type { PublicDocument } from '../kit/http/openapi-public';
import { escaped } from '../kit/http/public-page';
import { assistants } from './guides/assistants';
import { catalogue, changes, stock } from './guides/goods';
import type { Guide, Has } from './guides/guide';
import { marketplaces } from './guides/marketplaces';
import { feeds, follow, orders } from './guides/orders';
import { php } from './guides/php';
import { errors, limits, sdk, security } from './guides/rules';
import { start } from './guides/start';
import { webhooks } from './guides/webhooks';
import { layout, type Section } from './layout';
import { referencePage, referencePages } from './reference';
import { WORDS } from './words';

const GUIDES: readonly Guide[] = [
  start,
  catalogue,
  changes,
  stock,
  orders,
  follow,
  webhooks,
  feeds,
  marketplaces,
  errors,
  limits,
  security,
  sdk,
  php,
  assistants,
];
export const FIRST_PAGE = start.page;
const CHANGELOG = 'changelog';

const hasIn = ({ paths }: PublicDocument): Has => {
  const ids = new Set(Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId)));
  return (id) => ids.has(id);
};

const guidesOf = (has: Has): readonly Guide[] => GUIDES.filter(({ needs }) => needs === undefined || has(needs));

function sectionsOf(locale: Locale, document: PublicDocument): readonly Section[] {
  const words = WORDS[locale];
  const guides = guidesOf(hasIn(document)).map(({ page, title }) => ({ page, title: title[locale] }));
  return [
    { title: words.guides, links: [...guides, { page: CHANGELOG, title: words.changelog }] },
    { title: words.reference, links: referencePages(locale, document) },
  ];
}

const changelog = (locale: Locale): string =>
  API_VERSIONS.map(
    ({ version, on, changes: told }) =>
      `<h2>${escaped(WORDS[locale].version(version))}</h2><p class="dim">${on.split('-').reverse().join('.')}</p><ul>${told[locale].map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`,
  ).join('');

/** What stands on a page: its title and content; null where there is none of that name. */
function contentOf(locale: Locale, document: PublicDocument, page: string): { title: string; content: string } | null {
  const has = hasIn(document);
  const guide = guidesOf(has).find((one) => one.page === page);
  // code that is wider than the page is scrolled, by the keyboard too
  if (guide)
    return {
      title: guide.title[locale],
      content: micromark(guide.text[locale](has)).replaceAll('<pre>', '<pre tabindex="0">'),
    };
  if (page === CHANGELOG) return { title: WORDS[locale].changelog, content: changelog(locale) };
  const reference = referencePage(locale, document, page);
  const title = referencePages(locale, document).find((one) => one.page === page)?.title;
  return reference && title ? { title: `${WORDS[locale].reference}: ${title}`, content: reference } : null;
}

/** Every page by its name. */
export const pageNames = (document: PublicDocument): readonly string[] =>
  sectionsOf('ua', document).flatMap(({ links }) => links.map(({ page }) => page));

export function pageOf(locale: Locale, document: PublicDocument, page: string): { html: string; found: boolean } {
  const words = WORDS[locale];
  const sections = sectionsOf(locale, document);
  const found = contentOf(locale, document, page);
  const { title, content } = found ?? { title: words.missing, content: `<p>${words.missingText}</p>` };
  return { html: layout(locale, { page: found ? page : FIRST_PAGE, title, content, sections }), found: found !== null };
}
