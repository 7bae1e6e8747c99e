/** What the pages ask of the browser; while they are rendered to HTML there is none, and the defaults stand. */
import { useEffect, useSyncExternalStore } from 'react';
import { trackScroll } from '../../kit/analytics';
import { remembered } from '../../kit/storage';
import type { Audience, Plan } from './data';

const CHANGED = 'lanka:site';
const changed = () => window.dispatchEvent(new Event(CHANGED));

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('popstate', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('popstate', listener);
  };
}

const audienceOf = (search: string): Audience | null => {
  const asked = new URLSearchParams(search);
  if (asked.get('dropshipper') === 'true') return 'dropshipper';
  return asked.get('manufacturer') === 'true' ? 'manufacturer' : null;
};

/** `?dropshipper=true` or `?manufacturer=true`; null while the visitor has not chosen. */
export const useAskedAudience = (): Audience | null =>
  useSyncExternalStore(
    subscribe,
    () => audienceOf(location.search),
    () => null,
  );

export function askFor(audience: Audience): void {
  const search = new URLSearchParams(location.search);
  search.delete('manufacturer');
  search.delete('dropshipper');
  search.set(audience, 'true');
  history.replaceState(history.state, '', `${location.pathname}?${search}${location.hash}`);
  changed();
}

/** Takes `?access=request` away once the modal has been shown, so that a reload does not bring it back. */
export function forgetSearch(name: string): void {
  const search = new URLSearchParams(location.search);
  search.delete(name);
  const rest = search.toString();
  history.replaceState(history.state, '', `${location.pathname}${rest ? `?${rest}` : ''}${location.hash}`);
}

/** The plan chosen here or on an earlier visit. */
export const useRememberedPlan = (): Plan | null =>
  useSyncExternalStore(
    subscribe,
    () => remembered('fw-subscription-plan') as Plan | null,
    () => null,
  );

/** The HTML is made for closed registration; where anybody may sign up, that is known once the page runs. */
export const useOpenSignUp = ({ open_sign_up }: { open_sign_up: boolean }): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => open_sign_up,
    () => false,
  );

/** To be called after a plan was remembered. */
export const planChanged = changed;

/** Pictures and words that change by themselves stand still for whoever has asked for less motion. */
export const wantsMotion = (): boolean => !matchMedia('(prefers-reduced-motion: reduce)').matches;

const DEPTHS = [50, 90];

/** Specification §7: scroll depth at 50 % and 90 %, each once a page. */
export function useScrollDepth(): void {
  useEffect(() => {
    const left = new Set(DEPTHS);
    const look = () => {
      const whole = document.documentElement.scrollHeight;
      const seen = ((window.scrollY + window.innerHeight) / whole) * 100;
      for (const depth of DEPTHS) if (seen >= depth && left.delete(depth)) trackScroll(depth);
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
}
