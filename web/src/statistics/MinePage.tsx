import './statistics.css';
import { formatPercent } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import * as mine from '@lanka/domain/statistics/mine';
import { MINE_BY, type MineBy, STATISTICS_BY } from '@lanka/domain/statistics/rules';
import { Anchor, Button, Group, NativeSelect, Paper, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { Count, Money } from '../kit/display/values';
import { download } from '../kit/http/download';
import { useCall } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Change } from './Cards';
import { shownDays, stepFor } from './days';
import { mineText } from './mine-text';
import { PeriodTools, shownPeriod } from './PeriodTools';
import { text } from './text';

const Chart = lazy(async () => ({ default: (await import('../kit/chart/Chart')).Chart }));

const CARDS = ['earning', 'revenue', 'charged_orders', 'refusals', 'back'] as const;
type Card = (typeof CARDS)[number];
const isMoney = (card: Card): boolean => card === 'earning' || card === 'revenue';

interface Days {
  readonly from: string;
  readonly to: string;
}

const page = (rows: string, { from, to }: Days, rest: Readonly<Record<string, string>>): string =>
  `/cp/statistics/${rows}?${new URLSearchParams({ from, to, ...rest })}`;

const linesPage = (days: Days, rest: Readonly<Record<string, string>> = {}): string => page('lines', days, rest);

/** Where each figure of a row is listed: of these days, or of one supplier in them. */
const rowsOf = (days: Days, supplier?: { readonly id: string; readonly name: string }) => {
  const of: Readonly<Record<string, string>> = supplier ? { project_id: supplier.id } : {};
  return {
    to: linesPage(days, supplier ? { ...of, name: supplier.name } : {}),
    sent: page('orders', days, of),
    refusals: page('refusals', days, of),
  };
};

/** `/cp/statistics` of a dropshipper: whether the period was a good one for him, with all his suppliers. */
export function MinePage() {
  const m = useText(mineText);
  const t = useText(text);
  const { isDropshipping } = useSession();
  const state = useListState(mine.readMyStatistics.query);
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const by = STATISTICS_BY.find((one) => one === state.values.by) ?? stepFor(period);
  const found = useCall(mine.readMyStatistics, { query: { ...period, by } }, { keepPrevious: true });
  return (
    <Page
      title={m.title}
      secondary={
        isDropshipping && (
          <Button component={Link} to="/cp/orders/summary" variant="default">
            {m.summary}
          </Button>
        )
      }
    >
      <PeriodTools period={period} by={by} today={today} set={state.set} />
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(data) => (
          <>
            <Text size="sm" c="dimmed">
              {t.comparedWith(shownDays(data.before))}
            </Text>
            <Cards found={data} />
            {isNothing(data.total) ? (
              <EmptyState drawing="orders" title={m.empty} text={m.emptyText} />
            ) : (
              <Behind found={data} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

const isNothing = ({ orders, pieces, back, fees, refusals }: mine.MyFigures): boolean =>
  orders === 0 && pieces === 0 && back === 0 && fees === 0 && refusals === 0;

function Cards({ found: { from, to, total, before } }: { found: mine.MyStatistics }) {
  const m = useText(mineText);
  const t = useText(text);
  const value = (card: Card, of: mine.MyFigures) =>
    isMoney(card) ? <Money kopecks={of[card]} /> : <Count value={of[card]} />;
  const rows = rowsOf({ from, to });
  const opens = (card: Card): string => (card === 'refusals' ? rows.refusals : rows.to);
  return (
    <div className="statistics-cards">
      {CARDS.map((card) => (
        <Paper key={card} withBorder radius="md" className="statistics-card">
          <Text size="sm" c="dimmed">
            {m.figures[card]}
          </Text>
          <Anchor component={Link} to={opens(card)} className="statistics-value" title={t.opens}>
            {value(card, total)}
          </Anchor>
          <Text size="sm" component="div">
            {card !== 'refusals' && card !== 'back' && <Change now={total[card]} then={before[card]} />}
            <Text span inherit c="dimmed">
              {t.was} {value(card, before)}
            </Text>
          </Text>
          {card === 'earning' && total.earning_share !== null && (
            <Text size="sm">{m.share(formatPercent(total.earning_share))}</Text>
          )}
          <Text size="xs" c="dimmed">
            {m.definitions[card]}
          </Text>
        </Paper>
      ))}
    </div>
  );
}

function Behind({ found }: { found: mine.MyStatistics }) {
  const m = useText(mineText);
  const t = useText(text);
  const [card, setCard] = useState<Card>('earning');
  const parts = found.parts.toReversed().filter((part) => !isNothing(part));
  return (
    <>
      <Section
        title={m.figures[card]}
        action={
          <NativeSelect
            aria-label={t.chart}
            value={card}
            onChange={(event) => setCard(CARDS.find((one) => one === event.currentTarget.value) ?? 'earning')}
            data={CARDS.map((one) => ({ value: one, label: m.figures[one] }))}
          />
        }
      >
        <Suspense fallback={<Skeleton h={280} />}>
          <Chart
            about={t.chartAbout(m.figures[card])}
            label={m.figures[card]}
            unit={isMoney(card) ? 'money' : 'count'}
            data={found.parts.map((part) => ({ days: shownDays(part, true), value: part[card] }))}
          />
        </Suspense>
      </Section>
      <Section title={t.byTime} flush>
        <Figures
          head={found.by === 'day' ? t.day : t.days}
          rows={[
            ...parts.map((part) => ({
              key: part.from,
              name: shownDays(part),
              figures: part,
              ...rowsOf(part),
            })),
            {
              key: 'total',
              name: t.total,
              figures: found.total,
              ...rowsOf(found),
              isTotal: true,
            },
          ]}
        />
      </Section>
      <Groups period={{ from: found.from, to: found.to }} />
    </>
  );
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly note?: string;
  readonly figures: mine.MyFigures;
  readonly to: string;
  /** Where orders sent and refusals are listed; none: they are of goods. */
  readonly sent?: string;
  readonly refusals?: string;
  readonly isTotal?: boolean;
  readonly isGoods?: boolean;
}

/** It is of an order, not of goods. */
const None = () => (
  <Text span c="dimmed">
    –
  </Text>
);

function Figures({ head, rows }: { head: string; rows: readonly Row[] }) {
  const m = useText(mineText);
  return (
    <LineTable many long={rows.length > 12}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <LineHeads names={m.heads} />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, note, figures: of, to, sent, refusals, isTotal, isGoods }) => (
          <tr key={key} className={isTotal ? 'line-total' : undefined}>
            <td className="line-name">
              <Text fw={500} className="wrap-anywhere" component="div">
                {name}
              </Text>
              {note && (
                <Text size="sm" c="dimmed" className="wrap-anywhere">
                  {note}
                </Text>
              )}
            </td>
            {[
              <Opened key="r" to={of.revenue === 0 ? undefined : to}>
                <Money kopecks={of.revenue} className="nowrap" />
              </Opened>,
              <Opened key="c" to={of.cost === 0 ? undefined : to}>
                <Money kopecks={of.cost} className="nowrap" />
              </Opened>,
              isGoods ? (
                <None key="f" />
              ) : (
                <Opened key="f" to={of.fees === 0 ? undefined : to}>
                  <Money kopecks={of.fees} className="nowrap" />
                </Opened>
              ),
              <Opened key="e" to={of.earning === 0 ? undefined : to}>
                <Money kopecks={of.earning} className="nowrap" />
              </Opened>,
              isGoods ? (
                <None key="o" />
              ) : (
                <Opened key="o" to={of.orders === 0 ? undefined : sent}>
                  <Count value={of.orders} />
                </Opened>
              ),
              <Opened key="n" to={of.charged_orders === 0 ? undefined : to}>
                <Count value={of.charged_orders} />
              </Opened>,
              <Opened key="b" to={of.back === 0 ? undefined : to}>
                <Count value={of.back} />
              </Opened>,
              isGoods ? (
                <None key="x" />
              ) : (
                <Opened key="x" to={of.refusals === 0 ? undefined : refusals}>
                  <Count value={of.refusals} />
                </Opened>
              ),
            ].map((cell, at) => (
              <LineCell key={cell.key} label={m.heads[at] ?? ''}>
                {cell}
              </LineCell>
            ))}
          </tr>
        ))}
      </tbody>
    </LineTable>
  );
}

function Groups({ period }: { period: { from: string; to: string } }) {
  const m = useText(mineText);
  const t = useText(text);
  const [by, setBy] = useState<MineBy>('supplier');
  const found = useCall(mine.readMyStatisticsGroups, { query: { ...period, by } }, { keepPrevious: true });
  const save = () => void download(mine.readMyStatisticsGroupsXlsx, { query: { ...period, by } }).catch(notifyError);
  return (
    <Section
      title={m.by[by]}
      flush
      action={
        <Group gap="xs" wrap="nowrap">
          <NativeSelect
            aria-label={t.groups}
            value={by}
            onChange={(event) => setBy(MINE_BY.find((one) => one === event.currentTarget.value) ?? 'supplier')}
            data={MINE_BY.map((one) => ({ value: one, label: m.by[one] }))}
          />
          <Button variant="subtle" size="compact-sm" aria-label={t.sheetOf(m.by[by])} onClick={save}>
            {t.sheet}
          </Button>
        </Group>
      }
    >
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(data) => (
          <>
            <Figures
              head={data.by === 'goods' ? m.good : m.supplier}
              rows={[
                ...data.rows.map((row) => ({
                  ...{ key: row.id, name: row.name, figures: row },
                  ...(data.by === 'goods'
                    ? {
                        ...{ note: row.supplier, isGoods: true },
                        to: linesPage(period, { product_variant_id: row.id, name: row.name }),
                      }
                    : rowsOf(period, row)),
                })),
                { key: 'total', name: t.total, figures: data.total, ...rowsOf(period), isTotal: true },
              ]}
            />
            {data.more > 0 && (
              <Text size="sm" c="dimmed" px="md" py="xs">
                {m.more(data.more)}
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
