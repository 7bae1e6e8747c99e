/** Run by the build: each public page as HTML, in Ukrainian. What depends on the deployment is left as %MARKS%. */
import { renderToString } from 'react-dom/server';
import { App } from './App';
import type { SiteData } from './data';
import { meta } from './meta';
import type { PageName } from './Pages';
import { plans } from './plans';

const OPTIONS: SiteData['options'] = {
  contact_email: '%CONTACT_EMAIL%',
  contact_phone: '%CONTACT_PHONE%',
  open_sign_up: false,
  google_tag_id: null,
  analytics_url: null,
  maintenance: null,
};
const PATHS: Partial<Record<PageName, string>> = { landing: '/', price: '/price' };

function Head({ page }: { page: PageName }) {
  const { title, description } = meta.ua[page];
  const path = PATHS[page];
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta name="theme-color" content="#fafafa" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#161619" media="(prefers-color-scheme: dark)" />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={`%PUBLIC_URL%${path}`} />
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={`Ланка`} />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={`%PUBLIC_URL%${path}`} />
          <meta property="og:image" content="%PUBLIC_URL%/share.png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:locale" content="uk_UA" />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  );
}

/** https://schema.org/SoftwareApplication, with the plans as offers. */
function structured(page: PageName): string {
  if (page !== 'landing' && page !== 'price') return '';
  const offers = Object.entries({ ...plans.manufacturer, ...plans.dropshipper }).map(([sku, { price }]) => ({
    '@type': 'Offer',
    sku,
    price: (price / 100).toFixed(2),
    priceCurrency: 'UAH',
    url: '%PUBLIC_URL%/price',
  }));
  const facts = {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: 'Ланка',
    alternateName: 'Lanka',
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    url: '%PUBLIC_URL%/',
    description: meta.ua.landing.description,
    inLanguage: ['uk', 'en'],
    offers,
  };
  return `<script type="application/ld+json">${JSON.stringify(facts)}</script>`;
}

export function render(page: PageName): { head: string; body: string; data: string } {
  return {
    head: renderToString(<Head page={page} />) + structured(page),
    body: renderToString(<App page={page} data={{ options: OPTIONS, plans }} />),
    data: `<script type="application/json" id="site-data">{"options":%SITE_OPTIONS%,"plans":${JSON.stringify(plans)}}</script>`,
  };
}
