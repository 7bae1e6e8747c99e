import { useEffect, useState } from 'react';
import { type Consent, chooseConsent, closeConsent, denyForSession, storedConsent } from '../../kit/analytics';
import { texts, useLocale, useText } from '../../kit/text';

const words = texts({
  ua: {
    title: 'Cookies за вашою згодою',
    lead: 'Сайту вистачає необхідного. Статистику й рекламу вмикаємо лише тоді, коли ви дозволите.',
    analytics: 'Статистика: які сторінки корисні',
    advertising: 'Реклама: чи спрацювало оголошення',
    all: 'Дозволити все',
    chosen: 'Зберегти вибір',
    none: 'Відхилити',
    later: 'Не зараз',
    settings: 'Налаштувати',
    close: 'Закрити без вибору',
    policy: 'Політика cookies',
  },
  en: {
    title: 'Cookies with your consent',
    lead: 'The site needs little. Statistics and advertising are switched on only when you allow them.',
    analytics: 'Statistics: which pages are of use',
    advertising: 'Advertising: whether an ad has worked',
    all: 'Allow all',
    chosen: 'Save the choice',
    none: 'Deny',
    later: 'Not now',
    settings: 'Settings',
    close: 'Close without a choice',
    policy: 'Cookies policy',
  },
});

/** Specification §9: the banner comes after 500 ms, so that it does not stand before the page. */
const DELAY_MS = 500;
const GRANTED: Consent = { analytics: true, advertising: true };
const DENIED: Consent = { analytics: false, advertising: false };

/**
 * Specification §4, Cookie consent: granted or denied (kept), denied for the session, or closed without a choice. It
 * shows itself on the landing page only; elsewhere it is opened from the footer.
 */
export function CookieBanner({ landing, asked, done }: { landing: boolean; asked: boolean; done: () => void }) {
  const t = useText(words);
  const { locale } = useLocale();
  const [shown, setShown] = useState(false);
  const [settings, setSettings] = useState(false);
  const [consent, setConsent] = useState<Consent>(DENIED);
  useEffect(() => {
    if (!landing) return;
    const timer = setTimeout(() => setShown(storedConsent() === null), DELAY_MS);
    return () => clearTimeout(timer);
  }, [landing]);
  useEffect(() => {
    if (!asked) return;
    setConsent(storedConsent() ?? DENIED);
    setSettings(true);
  }, [asked]);
  if (!shown && !asked) return null;
  const end = (act: () => void) => () => {
    act();
    setShown(false);
    setSettings(false);
    done();
  };
  return (
    <section className="cookies" aria-label={t.title}>
      <div className="cookies-head">
        <h2>{t.title}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t.close}
          onClick={end(asked ? () => {} : closeConsent)}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" className="line" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
      <p>
        {`${t.lead} `}
        <a href={`/policies/cookies-${locale}.pdf`}>{t.policy}</a>
      </p>
      {settings && (
        <div className="cookies-settings">
          {(['analytics', 'advertising'] as const).map((category) => (
            <label className="check" key={category}>
              <input
                type="checkbox"
                checked={consent[category]}
                onChange={(event) => setConsent({ ...consent, [category]: event.currentTarget.checked })}
              />
              <span>{t[category]}</span>
            </label>
          ))}
        </div>
      )}
      <div className="cookies-actions">
        {settings ? (
          <button type="button" className="button small" onClick={end(() => chooseConsent(consent))}>
            {t.chosen}
          </button>
        ) : (
          <button type="button" className="button small" onClick={end(() => chooseConsent(GRANTED))}>
            {t.all}
          </button>
        )}
        <button type="button" className="button small plain" onClick={end(() => chooseConsent(DENIED))}>
          {t.none}
        </button>
        {!settings && (
          <button type="button" className="button small plain" onClick={() => setSettings(true)}>
            {t.settings}
          </button>
        )}
        {!asked && (
          <button type="button" className="quiet" onClick={end(denyForSession)}>
            {t.later}
          </button>
        )}
      </div>
    </section>
  );
}
