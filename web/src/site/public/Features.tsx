import { useEffect, useRef, useState } from 'react';
import { trackClick } from '../../kit/analytics';
import { useText } from '../../kit/text';
import { wantsMotion } from './browser';
import type { Audience } from './data';
import { Drawing } from './drawings';
import { AudienceSwitch, Section } from './Frame';
import { type Feature, features } from './features';
import { text } from './text';

const NEXT_MS = 5_000;

/**
 * Specification §4, landing slider: goes on every 5 s through 7 items while it is in view, begins with the first each
 * time it comes into view, and stands still once a card was chosen.
 */
export function Features({ audience }: { audience: Audience }) {
  const t = useText(text);
  const list = useText(features)[audience];
  const [at, setAt] = useState(0);
  const [stopped, setStopped] = useState(false);
  const [inView, setInView] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!frame.current) return;
    const watch = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false), { threshold: 0.25 });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!inView || stopped || !wantsMotion()) return;
    setAt(0);
    const timer = setInterval(() => setAt((now) => (now + 1) % list.length), NEXT_MS);
    return () => clearInterval(timer);
  }, [inView, stopped, list.length]);
  const current = list[at] ?? list[0];
  return (
    <Section id="features" title={t.featuresTitle} lead={t.featuresLead} tinted>
      <AudienceSwitch audience={audience} />
      <div className="slider" ref={frame}>
        <ol className="slider-cards">
          {list.map((feature, index) => (
            <li key={feature.title}>
              <button
                type="button"
                aria-pressed={index === at}
                onClick={() => {
                  setStopped(true);
                  setAt(index);
                  trackClick('landing', 'feature', `${audience}-${index + 1}`);
                }}
              >
                <span className="slider-number">{index + 1}</span>
                <span>
                  <strong>{feature.title}</strong>
                  <span className="slider-lead">{feature.lead}</span>
                </span>
              </button>
            </li>
          ))}
        </ol>
        {current && <Scene key={`${audience}${at}`} feature={current} />}
      </div>
    </Section>
  );
}

/** A little screen of the product with example data. */
function Scene({ feature }: { feature: Feature }) {
  return (
    <div className="scene" aria-hidden="true">
      <div className="paper-card scene-screen">
        <div className="scene-head">
          <span className="scene-dots">
            <i />
            <i />
            <i />
          </span>
          <strong>{feature.scene}</strong>
        </div>
        {feature.rows.map(([thing, title, note, chip, tone]) => (
          <div className="scene-row" key={title}>
            <span className="thing">
              <Drawing of={thing} size={28} />
            </span>
            <span className="scene-words">
              <strong>{title}</strong>
              <span>{note}</span>
            </span>
            <span className="chip" data-tone={tone}>
              {chip}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
