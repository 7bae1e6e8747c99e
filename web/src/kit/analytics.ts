/**
 * Analytics (specification §4, Cookie consent; §7, Analytics), for the public pages and the signed-in part alike.
 *
 *   startAnalytics(() => call(readSiteOptions));   // once; asks for the provider only after consent
 *   trackPageView();                               // at every change of the address
 *   trackStep('onboarding', 'manufacturer', 'legal'); // a step of a wizard; leaving the page there counts as a drop-off
 *   stopStep();                                    // the wizard is finished or left on purpose
 *   trackClick('landing', 'choose_plan', plan);
 *
 * Nothing is loaded, sent or kept for later while the visitor has not agreed. Then counts go to the platform itself, too. The provider is the deployment's choice:
 * a Google tag (consent mode: denied until granted), an own address (POST, JSON, without cookies), both or none.
 * An event carries the kind of page, never a search, a token or the name of a record.
 */
import { remember, remembered } from './storage';
import { currentLocale } from './text';

export interface AnalyticsProvider {
  google_tag_id: string | null;
  analytics_url: string | null;
}

/** What the visitor allows: statistics of use, and advertising. */
export interface Consent {
  analytics: boolean;
  advertising: boolean;
}

interface AnalyticsEvent {
  event: 'page_view' | 'click' | 'step_view' | 'drop_off' | 'scroll';
  category: string;
  action: string;
  label: string;
}

type Gtag = (...args: unknown[]) => void;

const SESSION_KEY = 'consent';
const NOTHING: Consent = { analytics: false, advertising: false };
let closed = false;
let readProvider: (() => Promise<AnalyticsProvider>) | undefined;
let provider: Promise<AnalyticsProvider> | undefined;
let gtag: Gtag | undefined;
let step: { category: string; action: string; label: string } | undefined;

function deniedForSession(): boolean {
  try {
    return sessionStorage.getItem(SESSION_KEY) === 'denied';
  } catch {
    return false;
  }
}

/** The stored choice; null when the visitor has not made one, so that the banner is to be shown. */
export function storedConsent(): Consent | null {
  const analytics = remembered('consent-analytics');
  const advertising = remembered('consent-advertising');
  if (analytics !== null || advertising !== null) {
    return { analytics: analytics === 'granted', advertising: advertising === 'granted' };
  }
  return closed || deniedForSession() ? NOTHING : null;
}

/** Keeps the choice until it is changed. Granting starts to count with the page that is open. */
export function chooseConsent(consent: Consent): void {
  remember('consent-analytics', consent.analytics ? 'granted' : 'denied');
  remember('consent-advertising', consent.advertising ? 'granted' : 'denied');
  if (gtag) gtag('consent', 'update', consentMode(consent));
  if (consent.analytics || consent.advertising) trackPageView();
}

/** Denied until the browser's session ends; then the banner asks again. */
export function denyForSession(): void {
  try {
    sessionStorage.setItem(SESSION_KEY, 'denied');
  } catch {
    closed = true;
  }
}

/** The banner was closed without a choice: nothing is allowed, and the next page asks again. */
export function closeConsent(): void {
  closed = true;
}

/** `read` gives the deployment's provider; it is not called before consent. */
export function startAnalytics(read: () => Promise<AnalyticsProvider>): void {
  if (readProvider) return;
  readProvider = read;
  window.addEventListener('pagehide', () => {
    if (!step) return;
    const { category, action, label } = step;
    track({ event: 'drop_off', category, action: 'drop_off', label }, `${action}:${label}`);
  });
}

export function trackPageView(): void {
  track({ event: 'page_view', category: 'page', action: 'view', label: pageKind(location.pathname) }, '');
}

export function trackClick(category: string, action: string, label = ''): void {
  track({ event: 'click', category, action, label }, [action, label].filter(Boolean).join(':'));
}

export function trackScroll(percent: number): void {
  track({ event: 'scroll', category: 'page', action: 'scroll', label: String(percent) });
}

/** A step of a wizard is shown; `action` says of which way through it. */
export function trackStep(category: string, action: string, label: string): void {
  step = { category, action, label };
  track({ event: 'step_view', category, action, label }, `${action}:${label}`);
}

export function stopStep(): void {
  step = undefined;
}

/** Suppliers and what they show are called by words of their own; beside them stand a few pages. */
const SLUG = /(\/(?:suppliers|catalogue|s)\/)(?!(?:past|products|facts)(?:\/|$))[^/]+/g;

/** `/cp/orders/0192…/edit` → `/cp/orders/:id/edit`: which page it is, not whose record. */
export function pageKind(path: string): string {
  return path
    .replace(SLUG, '$1:id')
    .split('/')
    .map((part) => (/\d/.test(part) || part.length > 32 ? ':id' : part))
    .join('/');
}

/** `counted`: what tells it from others of its kind and page in the platform's own figures. */
function track(event: AnalyticsEvent, counted = event.label): void {
  const consent = storedConsent();
  if (!readProvider || !consent || !(consent.analytics || consent.advertising)) return;
  if (consent.analytics) count(event.event, counted);
  provider ??= readProvider();
  provider.then(
    (chosen) => send(chosen, consent, event),
    () => {
      provider = undefined;
    },
  );
}

/** For the platform's own figures, by the kind of page: nothing tells who it was. */
function count(event: AnalyticsEvent['event'], label: string): void {
  const page = pageKind(location.pathname);
  const one = (name: string, what: string) =>
    void fetch('/api/site/events', {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ event: name, page, label: what }),
    }).catch(() => undefined);
  if (event === 'page_view' && isNewVisit()) one('visit', '');
  one(event, label);
}

function isNewVisit(): boolean {
  try {
    const known = sessionStorage.getItem('visit');
    sessionStorage.setItem('visit', '1');
    return known === null;
  } catch {
    return false;
  }
}

function send(chosen: AnalyticsProvider, consent: Consent, event: AnalyticsEvent): void {
  const path = pageKind(location.pathname);
  if (chosen.google_tag_id) {
    gtag ??= loadGoogleTag(chosen.google_tag_id, consent);
    gtag('event', event.event, {
      event_category: event.category,
      event_action: event.action,
      event_label: event.label,
      page_location: location.origin + path,
    });
  }
  if (chosen.analytics_url && consent.analytics) {
    void fetch(chosen.analytics_url, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...event, path, locale: currentLocale(), at: new Date().toISOString() }),
    }).catch(() => undefined);
  }
}

const consentMode = ({ analytics, advertising }: Consent) => {
  const ads = advertising ? 'granted' : 'denied';
  return {
    analytics_storage: analytics ? 'granted' : 'denied',
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
  };
};

/** Google's own way to load its tag, with everything denied before the visitor's choice is told. */
function loadGoogleTag(id: string, consent: Consent): Gtag {
  const layer: unknown[] = [];
  Object.assign(window, { dataLayer: layer });
  // the tag reads the `arguments` object itself, not an array
  const push: Gtag = function push() {
    // biome-ignore lint/complexity/noArguments: Google's tag tells commands from data by this very type
    layer.push(arguments);
  };
  push('consent', 'default', consentMode(NOTHING));
  push('consent', 'update', consentMode(consent));
  push('js', new Date());
  push('config', id, { send_page_view: false, page_location: location.origin + pageKind(location.pathname) });
  const script = document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
  return push;
}
