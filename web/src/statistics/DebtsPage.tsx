import './statistics.css';
import { dotted } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/contract';
import { Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { Count, DateOnly, Money } from '../kit/display/values';
import { download } from '../kit/http/download';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { debtsText } from './debts-text';
import { type Growing, Others } from './Others';
import { owedPage } from './opens';
import { StatisticsTabs } from './StatisticsTabs';
import { text } from './text';

const MoneyBars = lazy(async () => ({ default: (await import('./MoneyBars')).MoneyBars }));

/** Who owes how much now, and since when. */
export function DebtsPage() {
  const t = useText(text);
  const d = useText(debtsText);
  const project_id = useProjectId();
  const list = usePages<contract.DebtRow, contract.Debts>(contract.readDebts, { params: { project_id } });
  const save = () => void download(contract.readDebtsXlsx, { params: { project_id } }).catch(notifyError);
  return (
    <Page title={d.title} action={{ label: t.sheet, icon: IconDownload, onClick: save }}>
      <StatisticsTabs />
      <Loaded query={list}>
        {(items) =>
          !list.last || (list.last.total.debt === 0 && list.last.total.orders === 0) ? (
            <EmptyState drawing="orders" title={d.empty} text={d.emptyText} />
          ) : (
            <Shown debts={{ ...list.last, items }} list={list} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Shown({ debts, list }: { debts: contract.Debts; list: Growing }) {
  const t = useText(text);
  const d = useText(debtsText);
  const { items, others, total } = debts;
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
      <LineTable many long={items.length > 12}>
        <thead>
          <tr>
            <th scope="col">{t.counterparty}</th>
            <LineHeads names={d.heads} />
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <Line
              key={row.counterparty_id}
              name={<CounterpartyLink id={row.counterparty_id} name={row.name} />}
              note={row.manager_name}
              figures={row}
              of={{ counterparty_id: row.counterparty_id }}
            />
          ))}
          {others && <Line name={<Others rows={others.rows} list={list} />} figures={others} />}
          <Line name={t.total} figures={total} of={{}} isTotal />
        </tbody>
      </LineTable>
      <MoreRows list={list} />
    </>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly note?: string | null;
  readonly figures: contract.DebtFigures;
  /** Whose orders the sums open: of one, or of all; none: they are of several. */
  readonly of?: { readonly counterparty_id?: string };
  readonly isTotal?: boolean;
}

function Line({ name, note, figures, of, isTotal }: LineProps) {
  const d = useText(debtsText);
  const { debt, ages, other, oldest_on } = figures;
  const owed = of && owedPage(of);
  // the account, whose postings they are made of; the sums of all are made of the rows above
  const account = of?.counterparty_id && `/cp/counterparties/${of.counterparty_id}`;
  const sums = [
    { kopecks: debt, to: account },
    ...contract.DEBT_AGES.map((age) => ({ kopecks: ages[age], to: of && owedPage({ ...of, age }) })),
    { kopecks: other, to: account },
  ];
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
      {sums.map(({ kopecks, to }, i) => (
        <LineCell key={d.heads[i]} label={d.heads[i] ?? ''}>
          {kopecks === 0 && i > 0 ? (
            '–'
          ) : (
            <Opened to={kopecks === 0 ? undefined : to}>
              <Money kopecks={kopecks} className="nowrap" />
            </Opened>
          )}
        </LineCell>
      ))}
      <LineCell label={d.heads[sums.length] ?? ''}>
        <Opened to={figures.orders > 0 ? owed : undefined}>
          <Count value={figures.orders} />
        </Opened>
      </LineCell>
      <LineCell label={d.heads[sums.length + 1] ?? ''}>
        {oldest_on ? (
          <Opened to={owed}>
            <DateOnly date={oldest_on} />
          </Opened>
        ) : (
          '–'
        )}
      </LineCell>
    </tr>
  );
}
