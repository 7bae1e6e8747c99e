import './statistics.css';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/contract';
import { STATISTICS_BY } from '@lanka/domain/statistics/rules';
import { Anchor, Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { download } from '../kit/http/download';
import { useCall } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Cards } from './Cards';
import { shownDays, stepFor } from './days';
import { FiguresTable, type RowLinks } from './FiguresTable';
import { FIGURES, type Figure, unitOf } from './figures';
import { GroupsTable } from './GroupsTable';
import { linesPage, moneyPage, ordersPage } from './opens';
import { PeriodTools, shownPeriod } from './PeriodTools';
import { StatisticsTabs } from './StatisticsTabs';
import { text } from './text';

const Chart = lazy(async () => ({ default: (await import('../kit/chart/Chart')).Chart }));

/** Whether the period was a good one: its figures, their chart, and the tables behind it. */
export function StatisticsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const state = useListState(contract.readStatistics.query);
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const by = STATISTICS_BY.find((one) => one === state.values.by) ?? stepFor(period);
  const query = { ...period, by };
  const found = useCall(contract.readStatistics, { params: { project_id }, query }, { keepPrevious: true });
  return (
    <Page
      title={t.title}
      secondary={
        <Button component={Link} to="/cp/reports" variant="default">
          {t.reports}
        </Button>
      }
    >
      <StatisticsTabs />
      <PeriodTools period={period} by={by} today={today} set={state.set} />
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(data) => <Shown found={data} />}
      </Loaded>
    </Page>
  );
}

const isNothing = ({ orders, charged, returned }: contract.StatisticsFigures): boolean =>
  orders === 0 && charged === 0 && returned === 0;

function Shown({ found }: { found: contract.Statistics }) {
  const t = useText(text);
  const [figure, setFigure] = useState<Figure>('revenue');
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.comparedWith(shownDays(found.before))}
      </Text>
      <Cards found={found} />
      {isNothing(found.total) ? (
        <EmptyState drawing="orders" title={t.empty} text={t.emptyText} />
      ) : (
        <>
          <Section
            title={t.figures[figure]}
            action={
              <NativeSelect
                aria-label={t.chart}
                value={figure}
                onChange={(event) => setFigure(FIGURES.find((one) => one === event.currentTarget.value) ?? 'revenue')}
                data={FIGURES.map((one) => ({ value: one, label: t.figures[one] }))}
              />
            }
          >
            <Suspense fallback={<Skeleton h={280} />}>
              <Chart
                about={t.chartAbout(t.figures[figure])}
                label={t.figures[figure]}
                unit={unitOf(figure)}
                data={found.parts.map((part) => ({ days: shownDays(part, true), value: part[figure] ?? 0 }))}
              />
            </Suspense>
          </Section>
          <Tables found={found} />
        </>
      )}
    </>
  );
}

function Tables({ found }: { found: contract.Statistics }) {
  const t = useText(text);
  const { can } = useSession();
  const project_id = useProjectId();
  const { from, to, by } = found;
  const save = () =>
    void download(contract.readStatisticsXlsx, { params: { project_id }, query: { from, to, by } }).catch(notifyError);
  const links = (days: { from: string; to: string }): RowLinks => ({
    charged: moneyPage('charged', days),
    returned: moneyPage('returned', days),
    orders: ordersPage(days),
    lines: linesPage(days),
  });
  // the chart shows the gaps; a table of them would be long and say nothing
  const parts = found.parts.toReversed().filter((part) => !isNothing(part));
  return (
    <>
      <FiguresTable
        title={t.byTime}
        note={parts.length < found.parts.length ? t.gaps : undefined}
        head={by === 'day' ? t.day : t.days}
        save={save}
        rows={[
          ...parts.map((part) => ({ key: part.from, name: shownDays(part), figures: part, links: links(part) })),
          { key: 'total', name: t.total, figures: found.total, links: links(found), isTotal: true },
        ]}
      />
      <GroupsTable period={{ from, to }} />
      {can('order_summary.read') && (
        <Section title={t.summaries}>
          <Text>
            {t.summariesText}{' '}
            <Anchor
              component={Link}
              underline="always"
              to={`/cp/orders/summary?${new URLSearchParams({ from, to, placed: 'true', by: 'status' })}`}
            >
              {t.summaryLink}
            </Anchor>
          </Text>
        </Section>
      )}
    </>
  );
}
