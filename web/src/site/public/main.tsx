import '@fontsource-variable/inter/wght.css';
import './site.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { storedLocale } from '../../kit/text';
import { App } from './App';
import type { SiteData } from './data';
import type { PageName } from './Pages';

/** The facts stand in the page; while developing there are none, and they are asked for. */
async function readData(): Promise<SiteData> {
  const island = document.getElementById('site-data')?.textContent;
  if (island) return JSON.parse(island) as SiteData;
  if (!import.meta.env.DEV) throw new Error('The page has no data');
  const [{ readSite }, { plans }] = await Promise.all([import('./read-site'), import('./plans')]);
  return { options: await readSite(), plans };
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const data = await readData();
const app = (
  <StrictMode>
    <App page={(document.body.dataset.page ?? 'landing') as PageName} data={data} />
  </StrictMode>
);
// the HTML is Ukrainian: for whoever reads English it is made anew
if (root.childElementCount > 0 && storedLocale() === 'ua') hydrateRoot(root, app);
else createRoot(root).render(app);
document.documentElement.dataset.ready = 'true';
