import type { SiteOptions } from '@lanka/domain/site/contract';
import { useEffect, useState } from 'react';
import { languageTag, useLocale, useText } from '../../kit/text';
import { useAskedAudience, useScrollDepth } from './browser';
import { useSite } from './data';
import { AdvantageDrawing, Mark } from './drawings';
import { Features } from './Features';
import { AudienceSwitch, Footer, Header, Section } from './Frame';
import { Hero } from './Hero';
import { useOpen } from './opening';
import { PlanCards, PriceTable } from './Pricing';
import { readSite } from './read-site';
import { text } from './text';

export type PageName = 'landing' | 'price' | 'missing' | 'maintenance';

export function LandingPage() {
  const t = useText(text);
  const audience = useAskedAudience() ?? 'manufacturer';
  useScrollDepth();
  return (
    <>
      <Header page="landing" />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Section id="advantages" title={t.advantagesTitle} lead={t.advantagesLead}>
          <ul className="advantages">
            {t.advantageList.map(([title, lead], at) => (
              <li key={title}>
                <AdvantageDrawing at={at} />
                <h3>{title}</h3>
                <p>{lead}</p>
              </li>
            ))}
          </ul>
        </Section>
        <Features audience={audience} />
        <Section id="price" title={t.priceTitle} lead={t.priceLead}>
          <AudienceSwitch audience={audience} />
          <PlanCards audience={audience} />
          <p className="after">
            <a href="/price">{t.allPrices}</a>
          </p>
        </Section>
        <KnowMore />
      </main>
      <Footer />
    </>
  );
}

function KnowMore() {
  const t = useText(text);
  const { options } = useSite();
  const open = useOpen();
  return (
    <section className="know" id="know-more">
      <div className="wide know-row">
        <div>
          <h2>{t.knowTitle}</h2>
          <p>{t.knowLead}</p>
        </div>
        <a
          className="button light"
          href={`mailto:${options.contact_email}`}
          onClick={(event) => {
            event.preventDefault();
            open({ kind: 'contact' });
          }}
        >
          {t.knowMore}
        </a>
      </div>
    </section>
  );
}

export function PricePage() {
  const t = useText(text);
  const audience = useAskedAudience() ?? 'manufacturer';
  useScrollDepth();
  return (
    <>
      <Header page="price" />
      <main id="main" tabIndex={-1}>
        <section className="page-head">
          <div className="wide">
            <h1>{t.pricePageTitle}</h1>
            <p className="hero-lead">{t.pricePageLead}</p>
            <AudienceSwitch audience={audience} />
            <h2 className="unseen">{t[audience]}</h2>
            <PlanCards audience={audience} />
          </div>
        </section>
        <Section title={t.tableTitle} lead={t.tableLead} tinted>
          <PriceTable />
        </Section>
        <Section title={t.billingTitle}>
          <ol className="billing">
            {t.billing.map(([title, lead]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{lead}</p>
              </li>
            ))}
          </ol>
        </Section>
        <KnowMore />
      </main>
      <Footer />
    </>
  );
}

export function MissingPage() {
  const t = useText(text);
  return (
    <>
      <Header page="plain" />
      <main id="main" tabIndex={-1} className="lone">
        <span className="lone-number" aria-hidden="true">
          404
        </span>
        <h1>{t.missingTitle}</h1>
        <p>{t.missingLead}</p>
        <a className="button" href="/">
          {t.toHome}
        </a>
      </main>
    </>
  );
}

const RETRY_MS = 30_000;

/** Specification §2.1 and §8. Shows the operator's words and looks by itself whether all is ready. */
export function MaintenancePage() {
  const t = useText(text);
  const { locale } = useLocale();
  const [notice, setNotice] = useState<SiteOptions['maintenance']>(null);
  useEffect(() => {
    let wasOn = false;
    const look = () =>
      readSite().then(
        ({ maintenance }) => {
          // the page itself, opened while all works, has nothing to wait for
          if (maintenance) wasOn = true;
          else if (wasOn) location.reload();
          setNotice(maintenance);
        },
        () => undefined,
      );
    void look();
    const timer = setInterval(look, RETRY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <main id="main" tabIndex={-1} className="lone">
      <Mark size={64} />
      <h1>{t.maintenanceTitle}</h1>
      <p>{t.maintenanceLead}</p>
      {notice?.message && <p className="lone-message">{notice.message}</p>}
      {notice?.until && (
        <p>{`${t.until} ${new Date(notice.until).toLocaleString(languageTag(locale), { dateStyle: 'short', timeStyle: 'short' })}`}</p>
      )}
      <button type="button" className="button needs-script" onClick={() => location.reload()}>
        {t.refresh}
      </button>
    </main>
  );
}
