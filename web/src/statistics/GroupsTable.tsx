import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import * as contract from '@lanka/domain/statistics/contract';
import { type Period, STATISTICS_GROUPS, type StatisticsGroup } from '@lanka/domain/statistics/rules';
import { NativeSelect, Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Section } from '../kit/display/facts';
import { download } from '../kit/http/download';
import { useCall } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { FailedState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { FiguresTable, type RowLinks } from './FiguresTable';
import { linesPage, moneyPage, ordersOf, ordersPage } from './opens';
import { text } from './text';

/** The same figures by what orders are told apart by. */
export function GroupsTable({ period }: { period: Period }) {
  const t = useText(text);
  const project_id = useProjectId();
  const [by, setBy] = useState<StatisticsGroup>('counterparty');
  const query = { ...period, by };
  const found = useCall(contract.readStatisticsGroups, { params: { project_id }, query }, { keepPrevious: true });
  const choice = (
    <NativeSelect
      aria-label={t.groups}
      value={by}
      onChange={(event) => setBy(STATISTICS_GROUPS.find((one) => one === event.currentTarget.value) ?? 'counterparty')}
      data={STATISTICS_GROUPS.map((one) => ({ value: one, label: t.groupOf[one].by }))}
    />
  );
  if (!found.data)
    return (
      <Section title={t.groups} action={choice}>
        {found.error ? <FailedState error={found.error} retry={found.refetch} /> : <Skeleton h={160} />}
      </Section>
    );
  return <Shown found={found.data} choice={choice} />;
}

function Shown({ found, choice }: { found: contract.StatisticsGroups; choice: ReactNode }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const { by, from, to, others } = found;
  const days = { from, to };
  const save = () =>
    void download(contract.readStatisticsGroupsXlsx, { params: { project_id }, query: { ...days, by } }).catch(
      notifyError,
    );
  const nameOf = ({ key, name }: contract.StatisticsRow): ReactNode => {
    if (key === null) return t.groupOf[by].none;
    if (by === 'counterparty') return <CounterpartyLink id={key} name={name} />;
    return by === 'operator' ? (OPERATOR_NAMES[key as keyof typeof OPERATOR_NAMES]?.[locale] ?? key) : name;
  };
  const linksOf = (key: string | null): RowLinks => {
    const of = { by, key: key ?? '' };
    const lines = linesPage(days, of);
    // of a counterparty there are postings, of the others the lines of their orders
    return by === 'counterparty' && key
      ? {
          charged: moneyPage('charged', days, key),
          returned: moneyPage('returned', days, key),
          orders: ordersPage(days, key),
          margin: lines,
        }
      : { charged: lines, returned: lines, orders: ordersOf(days, of), margin: lines };
  };
  const total = {
    charged: moneyPage('charged', days),
    returned: moneyPage('returned', days),
    orders: ordersPage(days),
    margin: linesPage(days),
  };
  return (
    <FiguresTable
      title={t.groupOf[by].by}
      head={t.groupOf[by].head}
      note={by === 'tag' ? t.tagsNote : undefined}
      save={save}
      choice={choice}
      rows={[
        ...found.rows.map((row) => ({ key: row.key ?? '', name: nameOf(row), figures: row, links: linksOf(row.key) })),
        ...(others ? [{ key: 'others', name: t.others(others.rows), figures: others, links: null }] : []),
        { key: 'total', name: t.total, figures: found.total, links: total, isTotal: true },
      ]}
    />
  );
}
