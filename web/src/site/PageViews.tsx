import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { startAnalytics, trackPageView } from '../kit/analytics';
import { call } from '../kit/http/call';

/** Asked once somebody has consented, so it is no part of the first load. */
const options = async () => call((await import('@lanka/domain/site/contract')).readSiteOptions, {});

/** Specification §2.1: every change of the route is a page view. Nothing leaves without the visitor's consent. */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => startAnalytics(options), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event is about this very path
  useEffect(trackPageView, [pathname]);
  return null;
}
