import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { LinesSkeleton, NotFound } from '../kit/page/states';
import { useSession } from '../kit/session';
import { ReportsPage } from './ReportsPage';

const SchedulesPage = lazy(async () => ({ default: (await import('./SchedulesPage')).SchedulesPage }));
const NewSchedulePage = lazy(async () => ({ default: (await import('./SchedulePage')).NewSchedulePage }));
const SchedulePage = lazy(async () => ({ default: (await import('./SchedulePage')).SchedulePage }));

/** One route for all of them, so that the shell's first load names one file. */
export function ReportsPages() {
  const { '*': rest = '' } = useParams();
  const { can } = useSession();
  if (rest === '') return <ReportsPage />;
  const [first, id, ...more] = rest.split('/');
  if (first !== 'schedules' || more.length > 0 || !can('reports.schedule')) return <NotFound order={1} />;
  return (
    <Suspense fallback={<LinesSkeleton />}>
      {id === undefined || id === '' ? (
        <SchedulesPage />
      ) : id === 'new' ? (
        <NewSchedulePage />
      ) : (
        <SchedulePage key={id} id={id} />
      )}
    </Suspense>
  );
}
