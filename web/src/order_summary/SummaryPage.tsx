import { formatPercent } from '@lanka/domain/kit/money';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import {
  MY_SUMMARY_BY,
  type MyOrderSummary,
  type MySummaryBy,
  type MySummaryFigures,
  type MySummaryRow,
  type OrderSummary,
  readMyOrderSummary,
  readMyOrderSummaryXlsx,
  readOrderSummary,
  readOrderSummaryXlsx,
  SUMMARY_BY,
  type SummaryBy,
  type SummaryFigures,
  type SummaryRow,
} from '@lanka/domain/order_summary/contract';
import type { OrderStatus } from '@lanka/domain/orders/entities';
import { Alert, Anchor, Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count, Money } from '../kit/display/values';
import { download } from '../kit/http/download';
import { useCall } from '../kit/http/query';
import { SearchField } from '../kit/list/filters';
import { type ListState, useListState } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { MyOrderFilters, OrderFilters, orderStatus } from '../orders';
import { CounterpartyFilter } from '../partners';
import { text } from './text';

/** What the list of orders shows with the filters of the address, summed up; each number of orders opens them. */
export function SummaryPage() {
  return useSession().isDropshipping ? <Mine /> : <OfProject />;
}

function OfProject() {
  const t = useText(text);
  const project_id = useProjectId();
  const state = useListState(readOrderSummary.query);
  const asked = { params: { project_id }, query: state.values as never };
  const summary = useCall(readOrderSummary, asked, { keepPrevious: true });
  const list = listOf(state);
  return (
    <Frame
      {...{ state, list, summary }}
      choices={SUMMARY_BY}
      save={() => download(readOrderSummaryXlsx, asked).catch(notifyError)}
    >
      <CounterpartyFilter list={list} label={t.anyCounterparty} />
      <OrderFilters list={list} byStatus />
    </Frame>
  );
}

/** A dropshipper’s own orders at all his suppliers. */
function Mine() {
  const state = useListState(readMyOrderSummary.query);
  const asked = { query: state.values as never };
  const summary = useCall(readMyOrderSummary, asked, { keepPrevious: true });
  const list = listOf(state);
  return (
    <Frame
      {...{ state, list, summary }}
      choices={MY_SUMMARY_BY}
      save={() => download(readMyOrderSummaryXlsx, asked).catch(notifyError)}
    >
      <MyOrderFilters list={list} byStatus />
    </Frame>
  );
}

/** Filters without the choice of what is summed up by. */
function listOf(state: ListState): { state: ListState } {
  const { by: _, ...narrowing } = state.filters;
  const clear = () => state.set(Object.fromEntries(Object.keys(narrowing).map((name) => [name, null])));
  return { state: { ...state, filters: narrowing, clear } };
}

type By = SummaryBy | MySummaryBy;
type Summary = OrderSummary | MyOrderSummary;

interface FrameProps {
  state: ListState;
  list: { state: ListState };
  summary: UseQueryResult<Summary>;
  choices: readonly By[];
  save: () => void;
  /** Filters. */
  children: ReactNode;
}

function Frame({ state, list, summary, choices, save, children }: FrameProps) {
  const t = useText(text);
  const { by: chosen, ...filters } = state.values;
  const by = choices.find((one) => one === chosen) ?? 'status';
  return (
    <Page
      title={t.title}
      crumbs={[{ to: `/cp/orders?${new URLSearchParams(filters)}`, label: t.orders }]}
      secondary={
        <Button variant="default" leftSection={<IconDownload size={18} />} onClick={save}>
          {t.sheet}
        </Button>
      }
    >
      <Group gap="xs" className="list-tools">
        <NativeSelect
          aria-label={t.by}
          value={by}
          onChange={(event) => state.set({ by: event.currentTarget.value })}
          data={choices.map((one) => ({ value: one, label: `${t.by}: ${t.byOf[one].toLowerCase()}` }))}
        />
        <SearchField list={list} placeholder={t.search} />
        {children}
      </Group>
      <Loaded query={summary} isOld={summary.isPlaceholderData}>
        {(data) =>
          data.total.orders === 0 ? (
            <EmptyState drawing="orders" title={t.empty} text={t.emptyText} />
          ) : (
            <Summed summary={data} filters={filters} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** The address of the list that shows the orders of a row. */
function opens(by: By, filters: Readonly<Record<string, string>>, key: string | null): string {
  const name = by === 'supplier' ? 'project_id' : by === 'counterparty' || by === 'manager' ? `${by}_id` : by;
  const without = [...new Set([...(filters.without?.split(',') ?? []), by])].join(',');
  return `/cp/orders?${new URLSearchParams({ ...filters, ...(key === null ? { without } : { [name]: key }) })}`;
}

function Summed({ summary, filters }: { summary: Summary; filters: Readonly<Record<string, string>> }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { by, rows, others, total, since } = summary;
  const nameOf = ({ key, name }: SummaryRow | MySummaryRow): string => {
    if (key === null) return t.noneOf[by];
    return by === 'status' ? orderStatus[key as OrderStatus][locale] : name;
  };
  const isMine = 'earning' in total;
  const heads = [t.count, t.pieces, isMine ? t.cost : t.sum, t.customerSum, t.returned, isMine ? t.earning : t.margin];
  return (
    <>
      {since && <Alert variant="light">{t.since(dotted(kyivDate(new Date(since))))}</Alert>}
      <Section title={t.headOf[by]} flush>
        <LineTable many>
          <thead>
            <tr>
              <th scope="col">{t.headOf[by]}</th>
              <LineHeads names={heads} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line key={row.key ?? ''} name={nameOf(row)} figures={row} to={opens(by, filters, row.key)} />
            ))}
            {others && <Line name={t.others(others.rows)} figures={others} />}
            <Line
              name={t.total}
              figures={total}
              className="line-total"
              to={`/cp/orders?${new URLSearchParams({ ...filters })}`}
            />
          </tbody>
        </LineTable>
      </Section>
      <Text size="sm" c="dimmed">
        {isMine ? t.myHint : t.hint} {by === 'tag' && t.tagsHint}
      </Text>
    </>
  );
}

interface LineProps {
  name: string;
  figures: SummaryFigures | MySummaryFigures;
  to?: string;
  className?: string;
}

function Line({ name, figures, to, className }: LineProps) {
  const t = useText(text);
  const opened = (shown: ReactNode) =>
    to ? (
      <Anchor component={Link} to={to} inherit>
        {shown}
      </Anchor>
    ) : (
      shown
    );
  const { orders, pieces, sum, customer_sum, returned, credit } = figures;
  return (
    <tr className={className}>
      <td className="line-name">
        <Text fw={500} className="wrap-anywhere">
          {name}
        </Text>
      </td>
      <LineCell label={t.count}>{opened(<Count value={orders} />)}</LineCell>
      <LineCell label={t.pieces}>
        <Count value={pieces} />
      </LineCell>
      <LineCell label={'earning' in figures ? t.cost : t.sum}>
        <Money kopecks={sum} className="nowrap" />
      </LineCell>
      <LineCell label={t.customerSum}>
        <Money kopecks={customer_sum} className="nowrap" />
      </LineCell>
      <LineCell label={t.returned}>
        {returned === 0 ? (
          '–'
        ) : (
          <Twice value={<Money kopecks={credit} className="nowrap" />} under={t.ofPieces(String(returned))} />
        )}
      </LineCell>
      {'earning' in figures ? (
        <LineCell label={t.earning}>
          <Money kopecks={figures.earning} signed className="nowrap" />
        </LineCell>
      ) : (
        <LineCell label={t.margin}>
          <OverCost figures={figures} />
        </LineCell>
      )}
    </tr>
  );
}

function OverCost({ figures: { sum, credit, costed, margin } }: { figures: SummaryFigures }) {
  const t = useText(text);
  const left = sum - credit;
  if (costed === 0)
    return (
      <Text span inherit c="dimmed" size="sm">
        {t.uncosted}
      </Text>
    );
  return (
    <Twice
      value={<Money kopecks={margin} signed className="nowrap" />}
      under={costed < left ? t.partCosted(formatPercent(Math.floor((costed * 10_000) / left))) : ''}
    />
  );
}

const Twice = ({ value, under }: { value: ReactNode; under: string }) => (
  <span>
    {value}
    {under !== '' && <span className="cell-under">{under}</span>}
  </span>
);
