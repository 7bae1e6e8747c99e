import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { startAnalytics, trackClick, trackPageView } from '../../kit/analytics';
import { LocaleProvider, useLocale, useText } from '../../kit/text';
import { forgetSearch } from './browser';
import { CookieBanner } from './CookieBanner';
import { SiteContext, type SiteData, withPrices } from './data';
import { meta } from './meta';
import { OpenContext, type Opened } from './opening';
import { LandingPage, MaintenancePage, MissingPage, type PageName, PricePage } from './Pages';
import { readPrices } from './read-site';
import { text } from './text';

const PAGES = { landing: LandingPage, price: PricePage, missing: MissingPage, maintenance: MaintenancePage };

/** The forms check by the contracts' schemas, so they are loaded when the first one is opened. */
const Dialogs = lazy(async () => ({ default: (await import('./Dialogs')).Dialogs }));

export function App({ page, data: built }: { page: PageName; data: SiteData }) {
  const [data, setData] = useState(built);
  useEffect(() => {
    if (page !== 'landing' && page !== 'price') return;
    // the page was made with the prices that the product was built with
    void readPrices().then(
      (prices) => setData((now) => withPrices(now, prices)),
      () => undefined,
    );
  }, [page]);
  return (
    <SiteContext value={data}>
      <LocaleProvider>
        <Whole page={page} data={data} />
      </LocaleProvider>
    </SiteContext>
  );
}

function Whole({ page, data }: { page: PageName; data: SiteData }) {
  const t = useText(text);
  const { locale } = useLocale();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [toast, setToast] = useState<Toast | null>(null);
  const open = useCallback((what: Opened) => {
    trackClick('site', 'open', what.kind);
    setOpened(what);
  }, []);
  useEffect(() => {
    document.title = meta[locale][page].title;
  }, [locale, page]);
  useEffect(() => {
    startAnalytics(async () => data.options);
    trackPageView();
    if (new URLSearchParams(location.search).get('access') !== 'request') return;
    forgetSearch('access');
    setOpened({ kind: 'access' });
  }, [data]);
  const Page = PAGES[page];
  return (
    <OpenContext value={open}>
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <Page />
      {opened && opened.kind !== 'cookies' && (
        <Suspense fallback={null}>
          <Dialogs opened={opened} close={() => setOpened(null)} tell={setToast} />
        </Suspense>
      )}
      {page !== 'maintenance' && (
        <CookieBanner landing={page === 'landing'} asked={opened?.kind === 'cookies'} done={() => setOpened(null)} />
      )}
      <Notification toast={toast} close={() => setToast(null)} />
    </OpenContext>
  );
}

export interface Toast {
  tone: 'good' | 'bad';
  words: string;
}

/** Specification §4: notifications close by themselves after 6 s. */
const NOTIFICATION_MS = 6_000;

/** A popover, because it must stand above a modal that is open. */
function Notification({ toast, close }: { toast: Toast | null; close: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!toast) return;
    place.current?.showPopover();
    const timer = setTimeout(close, NOTIFICATION_MS);
    const shown = place.current;
    return () => {
      clearTimeout(timer);
      shown?.hidePopover();
    };
  }, [toast, close]);
  return (
    <div ref={place} className="toasts" role="status" popover="manual">
      {toast && (
        <p className="toast" data-tone={toast.tone}>
          {toast.words}
        </p>
      )}
    </div>
  );
}
