import './statistics.css';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/contract';
import { daysIn, MAX_PERIOD_DAYS, STATISTICS_BY, type StatisticsBy } from '@lanka/domain/statistics/rules';
import { Anchor, Group, NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { DayInput } from '../kit/form/day';
import { download } from '../kit/http/download';
import { useCall } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { Cards } from './Cards';
import { shownDays } from './days';
import { debtsText } from './debts-text';
import { type FiguresRow, FiguresTable, type RowLinks } from './FiguresTable';
import { FIGURES, type Figure } from './figures';
import { moneyPage, ordersPage } from './opens';
import { PRESETS, type Preset, presetOf, presetPeriod, stepFor } from './periods';
import { text } from './text';

const Chart = lazy(async () => ({ default: (await import('./Chart')).Chart }));

/** Whether the period was a good one: four figures, their chart, and the tables behind it. */
export function StatisticsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const state = useListState(contract.readStatistics.query);
  const today = kyivDate(new Date());
  const asked = { from: state.values.from, to: state.values.to };
  const period = asked.from && asked.to ? { from: asked.from, to: asked.to } : presetPeriod('days30', today);
  const by = STATISTICS_BY.find((one) => one === state.values.by) ?? stepFor(period);
  const query = { ...period, by };
  const found = useCall(contract.readStatistics, { params: { project_id }, query }, { keepPrevious: true });
  return (
    <Page title={t.title}>
      <PeriodTools period={period} by={by} today={today} set={state.set} />
      <Loaded query={found}>{(data) => <Shown found={data} />}</Loaded>
    </Page>
  );
}

interface ToolsProps {
  readonly period: { readonly from: string; readonly to: string };
  readonly by: StatisticsBy;
  readonly today: string;
  readonly set: ReturnType<typeof useListState>['set'];
}

function PeriodTools({ period, by, today, set }: ToolsProps) {
  const t = useText(text);
  const [chosen, setChosen] = useState<Preset | null>(null);
  const preset = presetOf(period, today, chosen);
  const choose = (name: string) => {
    const next = PRESETS.find((one) => one === name) ?? null;
    setChosen(next);
    if (next) set({ ...presetPeriod(next, today), by: null });
  };
  /** The other end goes along where the days would cross or be too many. */
  const change = (end: 'from' | 'to', day: string | null) => {
    if (!day) return;
    const next = { ...period, [end]: day };
    set(
      next.from > next.to || daysIn(next) > MAX_PERIOD_DAYS ? { from: day, to: day, by: null } : { ...next, by: null },
    );
  };
  return (
    <Group gap="sm" className="statistics-period">
      <NativeSelect
        label={t.period}
        value={preset ?? 'own'}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[
          ...PRESETS.map((name) => ({ value: name, label: t.presets[name] })),
          ...(preset ? [] : [{ value: 'own', label: t.presets.own }]),
        ]}
      />
      <DayInput label={t.from} value={period.from} w={140} onChange={(day) => change('from', day)} />
      <DayInput label={t.to} value={period.to} w={140} onChange={(day) => change('to', day)} />
      <SegmentedControl
        aria-label={t.by}
        value={by}
        onChange={(value) => set({ from: period.from, to: period.to, by: value })}
        data={STATISTICS_BY.map((one) => ({ value: one, label: t.byOf[one] }))}
      />
    </Group>
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
              <Chart parts={found.parts} figure={figure} />
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
  const d = useText(debtsText);
  const { can } = useSession();
  const project_id = useProjectId();
  const { from, to, by } = found;
  const save = (table: (typeof contract.STATISTICS_TABLES)[number]) => () =>
    void download(contract.readStatisticsXlsx, { params: { project_id }, query: { from, to, by, table } }).catch(
      notifyError,
    );
  const links = (days: { from: string; to: string }, counterparty?: string): RowLinks => ({
    charged: moneyPage('charged', days, counterparty),
    returned: moneyPage('returned', days, counterparty),
    orders: ordersPage(days, counterparty),
  });
  const total: FiguresRow = { key: 'total', name: t.total, figures: found.total, links: links(found), isTotal: true };
  const others = ({ others: rest }: contract.StatisticsRows): FiguresRow[] =>
    rest ? [{ key: 'others', name: t.others(rest.rows), figures: rest, links: null }] : [];
  // the chart shows the gaps; a table of them would be long and say nothing
  const parts = found.parts.toReversed().filter((part) => !isNothing(part));
  return (
    <>
      <FiguresTable
        title={t.byTime}
        note={parts.length < found.parts.length ? t.gaps : undefined}
        head={by === 'day' ? t.day : t.days}
        save={save('parts')}
        rows={[
          ...parts.map((part) => ({
            key: part.from,
            name: shownDays(part),
            figures: part,
            links: links(part),
          })),
          total,
        ]}
      />
      <FiguresTable
        title={t.byCounterparty}
        head={t.counterparty}
        save={save('counterparties')}
        rows={[
          ...found.counterparties.rows.map((row) => ({
            key: row.id ?? '',
            name: <CounterpartyLink id={row.id ?? ''} name={row.name} />,
            figures: row,
            links: links(found, row.id ?? ''),
          })),
          ...others(found.counterparties),
          total,
        ]}
      />
      <FiguresTable
        title={t.byManager}
        head={t.manager}
        save={save('managers')}
        rows={[
          ...found.managers.rows.map((row) => ({
            key: row.id ?? '',
            name: row.id === null ? t.noManager : row.name,
            figures: row,
            links: null,
          })),
          total,
        ]}
      />
      <Section title={d.title}>
        <Text>
          {d.linkText}{' '}
          <Anchor component={Link} to="/cp/statistics/debts" underline="always">
            {d.link}
          </Anchor>
        </Text>
      </Section>
      {can('order_summary.read') && (
        <Section title={t.summaries}>
          <Group gap="md">
            <Text>{t.summariesText}</Text>
            {(['tag', 'source', 'town', 'status'] as const).map((one) => (
              <Anchor
                key={one}
                component={Link}
                to={`/cp/orders/summary?${new URLSearchParams({ from, to, placed: 'true', by: one })}`}
              >
                {t.summaryBy[one]}
              </Anchor>
            ))}
          </Group>
        </Section>
      )}
    </>
  );
}
