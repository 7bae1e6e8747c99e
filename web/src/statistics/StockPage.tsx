import './statistics.css';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/goods';
import { Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { Count, Money } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { download } from '../kit/http/download';
import { usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { GoodName, OnShelf } from './GoodsTable';
import { goodsText } from './goods-text';
import { type Growing, Others } from './Others';
import { linesPage } from './opens';
import { PeriodTools, shownPeriod } from './PeriodTools';
import { text } from './text';

const MoneyBars = lazy(async () => ({ default: (await import('./MoneyBars')).MoneyBars }));

/** What the value of the stock and its turnover are made of: each good that lies there or was sold. */
export function StockPage() {
  const t = useText(text);
  const all = useText(goodsText);
  const g = all.stock;
  const project_id = useProjectId();
  const state = useListState(contract.readStockGoods.query);
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const asked = { params: { project_id }, query: { ...period } };
  const list = usePages<contract.StockRow, contract.StockGoods>(contract.readStockGoods, asked, { keepPrevious: true });
  const save = () => void download(contract.readStockGoodsXlsx, asked).catch(notifyError);
  return (
    <Page
      title={g.title}
      crumbs={[{ to: `/cp/statistics/goods?${new URLSearchParams({ ...period })}`, label: all.title }]}
      action={{ label: t.sheet, icon: IconDownload, onClick: save }}
    >
      <PeriodTools period={period} today={today} set={state.set} />
      <Loaded query={list} isOld={list.isPlaceholderData}>
        {(items) =>
          items.length === 0 || !list.last ? (
            <EmptyState drawing="shelf" title={g.empty} text={g.emptyText} />
          ) : (
            <Shown found={{ ...list.last, items }} list={list} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Shown({ found: { from, to, items, others, total }, list }: { found: contract.StockGoods; list: Growing }) {
  const t = useText(text);
  const all = useText(goodsText);
  const g = all.stock;
  // where no cost is known, by what they are sold for
  const isCosted = total.value > 0;
  const bars = items.flatMap((row) => {
    const value = isCosted ? row.value : row.value_by_price;
    const name = [row.product_title, row.modification_title].filter(Boolean).join(', ');
    return value === null ? [] : [{ name, value }];
  });
  return (
    <>
      <Text size="sm" c="dimmed">
        {g.about}
      </Text>
      {bars.length > 0 && (
        <Section title={isCosted ? g.chart : g.chartByPrice}>
          <Suspense fallback={<Skeleton h={280} />}>
            <MoneyBars
              about={t.chartAbout(isCosted ? g.chart : g.chartByPrice)}
              label={g.heads[isCosted ? 1 : 2] ?? ''}
              rows={bars}
            />
          </Suspense>
        </Section>
      )}
      <LineTable long={items.length > 12}>
        <thead>
          <tr>
            <th scope="col">{all.good}</th>
            <LineHeads names={g.heads} />
          </tr>
        </thead>
        <tbody>
          {items.map((row) => (
            <Line
              key={row.product_variant_id}
              name={<GoodName good={row} />}
              stock={<OnShelf good={row} />}
              of={row}
              sold={linesPage({ from, to }, { product_variant_id: row.product_variant_id })}
            />
          ))}
          {others && (
            <Line
              name={<Others rows={others.rows} list={list} />}
              stock={<Count value={others.pieces} />}
              of={others}
            />
          )}
          <Line
            name={g.total(formatCount(total.goods))}
            stock={<Count value={total.pieces} />}
            of={total}
            sold={linesPage({ from, to })}
            isTotal
          />
        </tbody>
      </LineTable>
      <MoreRows list={list} />
      {total.pieces_without_cost > 0 && (
        <Text size="sm" c="dimmed">
          {all.withoutCost(formatCount(total.pieces_without_cost))}
        </Text>
      )}
    </>
  );
}

interface LineProps {
  readonly name: ReactNode;
  readonly stock: ReactNode;
  readonly of: Pick<contract.StockRow, 'value' | 'value_by_price' | 'cost' | 'turnover_days'>;
  /** Where the sales are listed whose cost it is; none: they are of several. */
  readonly sold?: string;
  readonly isTotal?: boolean;
}

function Line({ name, stock, of, sold, isTotal = false }: LineProps) {
  const all = useText(goodsText);
  const g = all.stock;
  const days = of.turnover_days;
  const cells = [
    stock,
    <Money key="v" kopecks={of.value} className="nowrap" />,
    <Money key="p" kopecks={of.value_by_price} className="nowrap" />,
    of.cost === 0 ? (
      '–'
    ) : (
      <Opened key="c" to={sold}>
        <Money kopecks={of.cost} className="nowrap" />
      </Opened>
    ),
    days === null ? '–' : all.turnoverOf(formatCount(days)),
  ];
  return (
    <tr className={isTotal ? 'line-total' : undefined}>
      <td className="line-name">
        <Text fw={500} className="wrap-anywhere" component="div">
          {name}
        </Text>
      </td>
      {cells.map((cell, i) => (
        <LineCell key={g.heads[i]} label={g.heads[i] ?? ''}>
          {cell}
        </LineCell>
      ))}
    </tr>
  );
}
