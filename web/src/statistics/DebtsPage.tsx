import './statistics.css';
import { dotted } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/contract';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count, DateOnly, Money } from '../kit/display/values';
import { download } from '../kit/http/download';
import { useCall } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { debtsText } from './debts-text';
import { StatisticsTabs } from './StatisticsTabs';
import { text } from './text';

const MoneyBars = lazy(async () => ({ default: (await import('./MoneyBars')).MoneyBars }));

/** Who owes how much now, and since when. */
export function DebtsPage() {
  const t = useText(text);
  const d = useText(debtsText);
  const project_id = useProjectId();
  const found = useCall(contract.readDebts, { params: { project_id } });
  const save = () => void download(contract.readDebtsXlsx, { params: { project_id } }).catch(notifyError);
  return (
    <Page title={d.title} action={{ label: t.sheet, icon: IconDownload, onClick: save }}>
      <StatisticsTabs />
      <Loaded query={found}>
        {(debts) =>
          debts.total.debt === 0 && debts.total.orders === 0 ? (
            <EmptyState drawing="orders" title={d.empty} text={d.emptyText} />
          ) : (
            <Shown debts={debts} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Shown({ debts }: { debts: contract.Debts }) {
  const t = useText(text);
  const d = useText(debtsText);
  const { rows, others, total } = debts;
  return (
    <>
      <Text size="sm" c="dimmed">
        {d.about(dotted(debts.on))}
      </Text>
      <Section title={d.chart}>
        <Suspense fallback={<Skeleton h={232} />}>
          <MoneyBars
            fixed
            about={t.chartAbout(d.chart)}
            label={d.heads[0] ?? ''}
            rows={[...contract.DEBT_AGES.map((age) => total.ages[age]), total.other].map((value, i) => ({
              name: d.heads[i + 1] ?? '',
              value,
            }))}
          />
        </Suspense>
      </Section>
      <LineTable many long={rows.length > 12}>
        <thead>
          <tr>
            <th scope="col">{t.counterparty}</th>
            <LineHeads names={d.heads} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line
              key={row.counterparty_id}
              name={<CounterpartyLink id={row.counterparty_id} name={row.name} />}
              note={row.manager_name}
              figures={row}
              orders={`/cp/orders?${new URLSearchParams({ counterparty_id: row.counterparty_id, paid: 'owed' })}`}
            />
          ))}
          {others && <Line name={t.others(others.rows)} figures={others} />}
          <Line name={t.total} figures={total} orders="/cp/orders?paid=owed" isTotal />
        </tbody>
      </LineTable>
    </>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly note?: string | null;
  readonly figures: contract.DebtFigures;
  /** Where its orders are listed; none: they are of several. */
  readonly orders?: string;
  readonly isTotal?: boolean;
}

function Line({ name, note, figures, orders, isTotal }: LineProps) {
  const d = useText(debtsText);
  const { debt, ages, other, oldest_on } = figures;
  const sums = [debt, ...contract.DEBT_AGES.map((age) => ages[age]), other];
  return (
    <tr className={isTotal ? 'line-total' : undefined}>
      <td className="line-name">
        <Text fw={500} className="wrap-anywhere" component="div">
          {name}
        </Text>
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </td>
      {sums.map((kopecks, i) => (
        <LineCell key={d.heads[i]} label={d.heads[i] ?? ''}>
          {kopecks === 0 && i > 0 ? '–' : <Money kopecks={kopecks} className="nowrap" />}
        </LineCell>
      ))}
      <LineCell label={d.heads[sums.length] ?? ''}>
        {orders && figures.orders > 0 ? (
          <Anchor component={Link} to={orders} inherit>
            <Count value={figures.orders} />
          </Anchor>
        ) : (
          <Count value={figures.orders} />
        )}
      </LineCell>
      <LineCell label={d.heads[sums.length + 1] ?? ''}>{oldest_on ? <DateOnly date={oldest_on} /> : '–'}</LineCell>
    </tr>
  );
}
