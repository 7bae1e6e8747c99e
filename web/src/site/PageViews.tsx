import { readSiteOptions } from '@lanka/domain/site/contract';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { startAnalytics, trackPageView } from '../kit/analytics';
import { call } from '../kit/call';

/** Specification §2.1: every change of the route is a page view. Nothing leaves without the visitor's consent. */
export function PageViews() {
  const { pathname } = useLocation();
  useEffect(() => startAnalytics(() => call(readSiteOptions, {})), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the event is about this very path
  useEffect(trackPageView, [pathname]);
  return null;
}
