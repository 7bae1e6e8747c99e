import { useLocation } from 'react-router';
import { RouteTabs } from '../kit/page/route-tabs';
import { useText } from '../kit/text';
import { text } from './text';

/** The pages of statistics. The days go along from one to the next. */
export function StatisticsTabs() {
  const t = useText(text);
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search);
  const [from, to] = [asked.get('from'), asked.get('to')];
  const days = from && to ? `?${new URLSearchParams({ from, to })}` : '';
  const tabs = [
    { path: '/cp/statistics', to: `/cp/statistics${days}`, label: t.tabs.overview },
    { path: '/cp/statistics/goods', to: `/cp/statistics/goods${days}`, label: t.tabs.goods },
    { path: '/cp/statistics/standing', to: '/cp/statistics/standing', label: t.tabs.standing },
    { path: '/cp/statistics/funnel', to: `/cp/statistics/funnel${days}`, label: t.tabs.funnel },
    { path: '/cp/statistics/debts', to: '/cp/statistics/debts', label: t.tabs.debts },
  ];
  const opened = tabs.find(({ path }) => path === pathname)?.to;
  return <RouteTabs label={t.title} tabs={tabs} {...(opened ? { opened } : {})} />;
}
