import './statistics.css';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/goods';
import { ABC, GOODS_SORTS, XYZ } from '@lanka/domain/statistics/goods-rules';
import { Anchor, NativeSelect, Paper, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { Count, Money } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { download } from '../kit/http/download';
import { usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { Classes } from './Classes';
import { GoodsTable, lettersOf } from './GoodsTable';
import { goodsText } from './goods-text';
import { Narrowed } from './Narrowed';
import type { Growing } from './Others';
import { GOODS_TABLE, goodsPage, stockPage } from './opens';
import { PeriodTools, shownPeriod } from './PeriodTools';
import { StatisticsTabs } from './StatisticsTabs';
import { text } from './text';

const GoodsChart = lazy(async () => ({ default: (await import('./GoodsChart')).GoodsChart }));

/** Which goods brought the most, and how long the stock lasts. */
export function GoodsPage() {
  const t = useText(text);
  const g = useText(goodsText);
  const project_id = useProjectId();
  const state = useListState(contract.readStatisticsGoods.query);
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const sort = GOODS_SORTS.find((one) => one === state.values.sort) ?? 'revenue';
  const abc = ABC.find((one) => one === state.values.abc);
  const xyz = XYZ.find((one) => one === state.values.xyz);
  const asked = { params: { project_id }, query: { ...period, sort, ...(abc && { abc, ...(xyz && { xyz }) }) } };
  const list = usePages<contract.GoodsRow, contract.StatisticsGoods>(contract.readStatisticsGoods, asked, {
    keepPrevious: true,
  });
  const save = () => void download(contract.readStatisticsGoodsXlsx, asked).catch(notifyError);
  const choice = (
    <NativeSelect
      aria-label={g.sort}
      value={sort}
      onChange={(event) => state.set({ ...period, sort: event.currentTarget.value })}
      data={GOODS_SORTS.map((one) => ({ value: one, label: g.sorts[one] }))}
    />
  );
  return (
    <Page title={g.title} action={{ label: t.sheet, icon: IconDownload, onClick: save }}>
      <StatisticsTabs />
      <PeriodTools period={period} today={today} set={state.set} />
      {abc && (
        <Narrowed all={g.allClasses} clear={() => state.set({ abc: null, xyz: null })}>
          {g.class}: {lettersOf({ abc, xyz })}
        </Narrowed>
      )}
      <Loaded query={list} isOld={list.isPlaceholderData}>
        {(items) => list.last && <Shown found={{ ...list.last, items }} list={list} choice={choice} />}
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  /** The last page, with the rows of those before it too. */
  readonly found: contract.StatisticsGoods;
  readonly list: Growing;
  readonly choice: ReactNode;
}

/** Another class keeps the rows of the one before until its own have come: what they are called is theirs. */
function Shown({ found, list, choice }: ShownProps) {
  const g = useText(goodsText);
  const of = lettersOf(found);
  return (
    <>
      {/* they are of all goods */}
      {!of && <Cards found={found} />}
      {found.items.length === 0 ? (
        <>
          <EmptyState drawing="orders" title={of ? g.emptyOf(of) : g.empty} text={g.emptyText} />
          {found.classes.length > 0 && <Classes found={found} />}
        </>
      ) : (
        <>
          <Section title={g.chart} action={choice}>
            <Suspense fallback={<Skeleton h={280} />}>
              <GoodsChart rows={found.items} sort={found.sort} />
            </Suspense>
          </Section>
          <div id={GOODS_TABLE} className="statistics-table">
            <GoodsTable found={found} list={list} title={of ? g.tableOf(of) : g.table} isClass={of !== ''} />
          </div>
          <Classes found={found} />
        </>
      )}
    </>
  );
}

/** Each opens a list whose total it is: the stock, or the table below in the order of the figure. */
function Cards({ found: { from, to, stock, total } }: { found: contract.StatisticsGoods }) {
  const t = useText(text);
  const g = useText(goodsText);
  const held = stockPage({ from, to });
  const table = (sort: string) => `${goodsPage({ from, to }, sort)}#${GOODS_TABLE}`;
  const cards = [
    {
      name: g.figures.value,
      to: held,
      value: <Money kopecks={stock.value} />,
      about: g.valueAbout(formatMoney(stock.value_by_price), formatCount(stock.pieces)),
      more: stock.pieces_without_cost > 0 ? g.withoutCost(formatCount(stock.pieces_without_cost)) : null,
    },
    {
      name: g.figures.turnover,
      to: stock.turnover_days === null ? null : held,
      value: stock.turnover_days === null ? '–' : g.turnoverOf(formatCount(stock.turnover_days)),
      about: g.turnoverAbout,
      more: null,
    },
    {
      name: g.figures.sold,
      to: total.sold === 0 ? null : table('sold'),
      value: <Count value={total.sold} />,
      about: g.soldAbout(formatCount(total.back)),
      more: null,
    },
    {
      name: g.figures.margin,
      to: total.margin === null ? null : table('margin'),
      value: <Money kopecks={total.margin} />,
      about: g.marginAbout,
      more: total.margin === null ? t.marginUnknown : null,
    },
  ];
  return (
    <div className="statistics-cards statistics-cards-4">
      {cards.map(({ name, to: opens, value, about, more }) => (
        <Paper key={name} withBorder radius="md" className="statistics-card">
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          {opens ? (
            <Anchor component={Link} to={opens} className="statistics-value" title={t.opens}>
              {value}
            </Anchor>
          ) : (
            <Text className="statistics-value" component="div">
              {value}
            </Text>
          )}
          {more && <Text size="sm">{more}</Text>}
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        </Paper>
      ))}
    </div>
  );
}
