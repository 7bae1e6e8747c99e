import type { ReactNode } from 'react';
import { trackClick } from '../../kit/analytics';
import { useLocale, useText } from '../../kit/text';
import { askFor, useOpenSignUp } from './browser';
import { type Audience, useSite } from './data';
import { Mark } from './drawings';
import { useOpen } from './opening';
import { text } from './text';

function Brand() {
  const t = useText(text);
  return (
    <a className="brand" href="/">
      <Mark />
      <span className="brand-name">{t.name}</span>
      <span className="tag">{t.beta}</span>
      <span className="unseen">{t.home}</span>
    </a>
  );
}

function LanguageButton() {
  const t = useText(text);
  const { locale, choose } = useLocale();
  const other = locale === 'ua' ? 'en' : 'ua';
  return (
    <button
      type="button"
      className="quiet needs-script"
      lang={other === 'ua' ? 'uk' : 'en'}
      onClick={() => choose(other)}
    >
      {t.language}
    </button>
  );
}

/** Sign-up leads to the form where the deployment lets anybody in, else to the request for access. */
export function SignUpLink({ className, label }: { className: string; label: string }) {
  const { options } = useSite();
  const open = useOpen();
  if (useOpenSignUp(options)) {
    return (
      <a className={className} href="/cp/signup" onClick={() => trackClick('site', 'sign_up')}>
        {label}
      </a>
    );
  }
  return (
    <a
      className={className}
      href={`mailto:${options.contact_email}`}
      onClick={(event) => {
        event.preventDefault();
        open({ kind: 'access' });
      }}
    >
      {label}
    </a>
  );
}

/** The header of the price page has the way home and no anchors of the landing page (specification §2.1). */
export function Header({ page }: { page: 'landing' | 'price' | 'plain' }) {
  const t = useText(text);
  const links = (
    <>
      {page === 'landing' && (
        <>
          <a href="#about">{t.about}</a>
          <a href="#advantages">{t.advantages}</a>
          <a href="#features">{t.features}</a>
          <a href="#price">{t.price}</a>
        </>
      )}
      {page === 'price' && (
        <>
          <a href="/">{t.about}</a>
          <a href="/#features">{t.features}</a>
          <a href="/price" aria-current="page">
            {t.price}
          </a>
        </>
      )}
    </>
  );
  return (
    <header className="header">
      <div className="wide header-row">
        <Brand />
        <nav className="header-links" aria-label={t.nav}>
          {links}
        </nav>
        <div className="header-actions">
          <LanguageButton />
          <a className="quiet from-tablet" href="/cp/signin">
            {t.signIn}
          </a>
          {page !== 'plain' && <SignUpLink className="button small from-tablet" label={t.signUp} />}
          {page !== 'plain' && (
            <details className="menu">
              <summary aria-label={t.menu}>
                <svg viewBox="0 0 24 24" width="24" height="24" className="line" aria-hidden="true">
                  <path d="M4 7h16M4 12h16M4 17h16" />
                </svg>
              </summary>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: choosing a link inside closes the menu */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click too */}
              <div
                className="menu-sheet"
                onClick={(event) => event.currentTarget.parentElement?.removeAttribute('open')}
              >
                {links}
                <a href="/cp/signin">{t.signIn}</a>
                <SignUpLink className="button" label={t.signUp} />
              </div>
            </details>
          )}
        </div>
      </div>
    </header>
  );
}

export function AudienceSwitch({ audience }: { audience: Audience }) {
  const t = useText(text);
  return (
    <fieldset className="switch needs-script">
      <legend className="unseen">{t.audienceLabel}</legend>
      {(['manufacturer', 'dropshipper'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === audience}
          onClick={() => {
            trackClick('site', 'audience', one);
            askFor(one);
          }}
        >
          {t[one]}
        </button>
      ))}
    </fieldset>
  );
}

const POLICIES = ['privacy', 'terms', 'cookies'] as const;

export function Footer() {
  const t = useText(text);
  const { locale } = useLocale();
  const { options } = useSite();
  const open = useOpen();
  return (
    <footer className="footer">
      <div className="wide footer-columns">
        <div>
          <Brand />
          <p>{t.footerAbout}</p>
        </div>
        <div>
          <h2>{t.footerLegal}</h2>
          <ul>
            {POLICIES.map((policy) => (
              <li key={policy}>
                <a href={`/policies/${policy}-${locale}.pdf`}>{`${t[policy]} (${t.pdf})`}</a>
              </li>
            ))}
            <li className="needs-script">
              <button type="button" className="link" onClick={() => open({ kind: 'cookies' })}>
                {t.cookieSettings}
              </button>
            </li>
          </ul>
        </div>
        <div>
          <h2>{t.footerContacts}</h2>
          <ul>
            <li>
              <a href={`tel:${telOf(options.contact_phone)}`}>{options.contact_phone}</a>
            </li>
            <li>
              <a href={`mailto:${options.contact_email}`}>{options.contact_email}</a>
            </li>
          </ul>
        </div>
      </div>
      <p className="wide footer-end">{t.source}</p>
    </footer>
  );
}

/** While the page is rendered the phone is a mark that the server fills in. */
const telOf = (phone: string): string => (phone.startsWith('%') ? '%CONTACT_TEL%' : phone.replace(/[^\d+]/g, ''));

export function Section(props: { id?: string; title: string; lead?: string; tinted?: boolean; children: ReactNode }) {
  return (
    <section id={props.id} className={props.tinted ? 'section tinted' : 'section'}>
      <div className="wide">
        <div className="section-head">
          <h2>{props.title}</h2>
          {props.lead && <p>{props.lead}</p>}
        </div>
        {props.children}
      </div>
    </section>
  );
}
