import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { LinesSkeleton, NotFound } from '../kit/page/states';
import { StatisticsPage } from './StatisticsPage';

const MoneyPage = lazy(async () => ({ default: (await import('./MoneyPage')).MoneyPage }));
const SentOrdersPage = lazy(async () => ({ default: (await import('./SentOrdersPage')).SentOrdersPage }));

/** One route for all three, so that the shell's first load names one file and not what each of them needs. */
export function StatisticsPages() {
  const { rows } = useParams();
  if (rows === undefined) return <StatisticsPage />;
  if (rows !== 'money' && rows !== 'orders') return <NotFound order={1} />;
  return <Suspense fallback={<LinesSkeleton />}>{rows === 'money' ? <MoneyPage /> : <SentOrdersPage />}</Suspense>;
}
