import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { LinesSkeleton, NotFound } from '../kit/page/states';
import { useSession } from '../kit/session';
import { StatisticsPage } from './StatisticsPage';

const MoneyPage = lazy(async () => ({ default: (await import('./MoneyPage')).MoneyPage }));
const DebtsPage = lazy(async () => ({ default: (await import('./DebtsPage')).DebtsPage }));
const OwedPage = lazy(async () => ({ default: (await import('./OwedPage')).OwedPage }));
const SentOrdersPage = lazy(async () => ({ default: (await import('./SentOrdersPage')).SentOrdersPage }));

const GoodsPage = lazy(async () => ({ default: (await import('./GoodsPage')).GoodsPage }));
const StandingPage = lazy(async () => ({ default: (await import('./StandingPage')).StandingPage }));
const LinesPage = lazy(async () => ({ default: (await import('./LinesPage')).LinesPage }));
const StockPage = lazy(async () => ({ default: (await import('./StockPage')).StockPage }));
const FunnelPage = lazy(async () => ({ default: (await import('./FunnelPage')).FunnelPage }));
const MovesPage = lazy(async () => ({ default: (await import('./MovesPage')).MovesPage }));

const MinePage = lazy(async () => ({ default: (await import('./MinePage')).MinePage }));
const MyLinesPage = lazy(async () => ({ default: (await import('./MyLinesPage')).MyLinesPage }));

const MySentOrdersPage = lazy(async () => ({ default: (await import('./MyRowsPages')).MySentOrdersPage }));
const MyRefusalsPage = lazy(async () => ({ default: (await import('./MyRowsPages')).MyRefusalsPage }));

const MY_PAGES = new Map([
  ['lines', MyLinesPage],
  ['orders', MySentOrdersPage],
  ['refusals', MyRefusalsPage],
]);

const PAGES = new Map([
  ['money', MoneyPage],
  ['orders', SentOrdersPage],
  ['debts', DebtsPage],
  ['owed', OwedPage],
  ['goods', GoodsPage],
  ['stock', StockPage],
  ['standing', StandingPage],
  ['lines', LinesPage],
  ['funnel', FunnelPage],
  ['moves', MovesPage],
]);

/** One route for all of them, so that the shell's first load names one file and not what each of them needs. */
export function StatisticsPages() {
  const { rows } = useParams();
  const { isDropshipping, role } = useSession();
  // a dropshipper has his own, with all suppliers together, wherever he stands
  if (isDropshipping || role === 'Client') {
    const Mine = rows === undefined ? MinePage : MY_PAGES.get(rows);
    if (!Mine) return <NotFound order={1} />;
    return (
      <Suspense fallback={<LinesSkeleton />}>
        <Mine />
      </Suspense>
    );
  }
  if (rows === undefined) return <StatisticsPage />;
  const Rows = PAGES.get(rows);
  if (!Rows) return <NotFound order={1} />;
  return (
    <Suspense fallback={<LinesSkeleton />}>
      <Rows />
    </Suspense>
  );
}
