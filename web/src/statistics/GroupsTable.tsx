import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import * as contract from '@lanka/domain/statistics/contract';
import { type Period, STATISTICS_GROUPS, type StatisticsGroup } from '@lanka/domain/statistics/rules';
import { NativeSelect, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Section } from '../kit/display/facts';
import { download } from '../kit/http/download';
import { usePages } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { FailedState, Kept } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { FiguresTable, type RowLinks } from './FiguresTable';
import { type Growing, MoreOf, Others } from './Others';
import { linesPage, moneyPage, ordersOf, ordersPage } from './opens';
import { text } from './text';

const MoneyBars = lazy(async () => ({ default: (await import('./MoneyBars')).MoneyBars }));

/** The same figures by what orders are told apart by. */
export function GroupsTable({ period }: { period: Period }) {
  const t = useText(text);
  const project_id = useProjectId();
  const [by, setBy] = useState<StatisticsGroup>('counterparty');
  const query = { ...period, by };
  const list = usePages<contract.StatisticsRow, contract.StatisticsGroups>(
    contract.readStatisticsGroups,
    { params: { project_id }, query },
    { keepPrevious: true },
  );
  const choice = (
    <NativeSelect
      aria-label={t.groups}
      value={by}
      onChange={(event) => setBy(STATISTICS_GROUPS.find((one) => one === event.currentTarget.value) ?? 'counterparty')}
      data={STATISTICS_GROUPS.map((one) => ({ value: one, label: t.groupOf[one].by }))}
    />
  );
  if (!list.data || !list.last)
    return (
      <Section title={t.groups} action={choice}>
        {list.error ? <FailedState error={list.error} retry={list.refetch} /> : <Skeleton h={160} />}
      </Section>
    );
  return (
    <Kept isOld={list.isPlaceholderData}>
      <Shown found={{ ...list.last, items: list.data }} list={list} choice={choice} />
    </Kept>
  );
}

interface ShownProps {
  /** The last page, with the rows of those before it too. */
  readonly found: contract.StatisticsGroups;
  readonly list: Growing;
  readonly choice: ReactNode;
}

function Shown({ found, list, choice }: ShownProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const { by, from, to, others } = found;
  const days = { from, to };
  const save = () =>
    void download(contract.readStatisticsGroupsXlsx, { params: { project_id }, query: { ...days, by } }).catch(
      notifyError,
    );
  const wordsOf = ({ key, name }: contract.StatisticsRow): string => {
    if (key === null) return t.groupOf[by].none;
    return by === 'operator' ? (OPERATOR_NAMES[key as keyof typeof OPERATOR_NAMES]?.[locale] ?? key) : name;
  };
  const nameOf = (row: contract.StatisticsRow): ReactNode =>
    by === 'counterparty' && row.key ? <CounterpartyLink id={row.key} name={row.name} /> : wordsOf(row);
  const linksOf = (key: string | null): RowLinks => {
    const of = { by, key: key ?? '' };
    const lines = linesPage(days, of);
    // of a counterparty there are postings, of the others the lines of their orders
    return by === 'counterparty' && key
      ? {
          charged: moneyPage('charged', days, key),
          returned: moneyPage('returned', days, key),
          orders: ordersPage(days, key),
          lines,
        }
      : {
          charged: linesPage(days, of, 'charged'),
          returned: linesPage(days, of, 'returned'),
          orders: ordersOf(days, of),
          lines,
        };
  };
  const total = {
    charged: moneyPage('charged', days),
    returned: moneyPage('returned', days),
    orders: ordersPage(days),
    lines: linesPage(days),
  };
  return (
    <FiguresTable
      title={t.groupOf[by].by}
      head={t.groupOf[by].head}
      note={by === 'tag' ? t.tagsNote : undefined}
      save={save}
      choice={choice}
      more={<MoreOf list={list} />}
      chart={
        found.items.length > 1 && (
          <Suspense fallback={<Skeleton h={280} />}>
            <MoneyBars
              about={t.chartAbout(`${t.figures.revenue}, ${t.groupOf[by].by.toLowerCase()}`)}
              label={t.figures.revenue}
              rows={found.items.map((row) => ({ name: wordsOf(row), value: row.revenue }))}
            />
          </Suspense>
        )
      }
      rows={[
        ...found.items.map((row) => ({
          key: `of ${row.key ?? ''}`,
          name: nameOf(row),
          figures: row,
          links: linksOf(row.key),
        })),
        ...(others
          ? [{ key: 'others', name: <Others rows={others.rows} list={list} />, figures: others, links: null }]
          : []),
        { key: 'total', name: t.total, figures: found.total, links: total, isTotal: true },
      ]}
    />
  );
}
