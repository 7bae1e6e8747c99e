import { useEffect, useState } from 'react';
import { useText } from '../../kit/text';
import { useAskedAudience, wantsMotion } from './browser';
import type { Audience } from './data';
import { Drawing, DressPicture } from './drawings';
import { AudienceSwitch, SignUpLink } from './Frame';
import { heroText } from './hero-text';
import { useOpen } from './opening';
import { text } from './text';

const TOGGLE_MS = 10_000;

/**
 * Specification §4: the hero toggles every 10 s between the two audiences. Choosing one stops it, as does the button
 * (WCAG 2.2.2) and a wish for less motion.
 */
export function Hero() {
  const t = useText(text);
  const asked = useAskedAudience();
  const [shown, setShown] = useState<Audience>('manufacturer');
  const [paused, setPaused] = useState(false);
  const open = useOpen();
  const stands = paused || asked !== null;
  useEffect(() => {
    if (stands || !wantsMotion()) return;
    const timer = setInterval(
      () => setShown((now) => (now === 'manufacturer' ? 'dropshipper' : 'manufacturer')),
      TOGGLE_MS,
    );
    return () => clearInterval(timer);
  }, [stands]);
  const audience = asked ?? shown;
  const words = t.hero[audience];
  return (
    <section id="about" className="hero">
      <div className="wide hero-columns">
        <div className="hero-words">
          <AudienceSwitch audience={audience} />
          <h1>{words.title}</h1>
          <p className="hero-lead">{words.lead}</p>
          <div className="actions">
            <SignUpLink className="button" label={t.getAccess} />
            <button type="button" className="button plain needs-script" onClick={() => open({ kind: 'consultation' })}>
              {t.consult}
            </button>
          </div>
          <p className="hero-note">
            {t.betaNote}
            {asked === null && (
              <button type="button" className="link moving needs-script" onClick={() => setPaused(!paused)}>
                {paused ? t.play : t.pause}
              </button>
            )}
          </p>
        </div>
        <HeroPicture key={audience} audience={audience} />
      </div>
    </section>
  );
}

/** A product card, an order on its way and a balance: what passes between the two sides. */
function HeroPicture({ audience }: { audience: Audience }) {
  const t = useText(heroText)[audience];
  return (
    <div className="hero-picture" aria-hidden="true">
      <svg viewBox="0 0 560 500" className="hero-thread" aria-hidden="true">
        <path d="M120 150C300 60 420 130 420 220S250 300 190 360s60 110 220 60" />
        <circle r="7" className="hero-bead" />
      </svg>
      <div className="paper-card product-card">
        <DressPicture />
        <div className="product-words">
          <strong>{t.product}</strong>
          <span>{t.price}</span>
        </div>
        <div className="sizes">
          {['XS', 'S', 'M', 'L'].map((size) => (
            <span key={size} data-on={size === 'M' || undefined}>
              {size}
            </span>
          ))}
        </div>
        <span className="chip" data-tone="green">
          {t.stock}
        </span>
      </div>
      <div className="paper-card order-card">
        <div className="order-head">
          <strong>{t.order}</strong>
          <span className="chip" data-tone="blue">
            {t.status}
          </span>
        </div>
        <ol className="track">
          {t.steps.map((step, at) => (
            <li key={step} data-done={at < 2 || undefined} data-now={at === 2 || undefined}>
              {step}
            </li>
          ))}
        </ol>
      </div>
      <div className="paper-card balance-card">
        <span className="balance-icon">
          <Drawing of="coin" />
        </span>
        <div>
          <span>{t.balance}</span>
          <strong>{t.sum}</strong>
        </div>
        <svg viewBox="0 0 120 44" className="bars" aria-hidden="true">
          {[14, 22, 18, 30, 26, 38, 34].map((height, at) => (
            <rect key={`${height}`} x={at * 17 + 2} y={44 - height} width="10" height={height} rx="3" />
          ))}
        </svg>
      </div>
    </div>
  );
}
