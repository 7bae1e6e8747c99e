import './statistics.css';
import { dotted } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/goods';
import { STANDING_DAYS } from '@lanka/domain/statistics/goods-rules';
import { Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { Count, DateOnly, Money } from '../kit/display/values';
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
import { StatisticsTabs } from './StatisticsTabs';
import { text } from './text';

const MoneyBars = lazy(async () => ({ default: (await import('./MoneyBars')).MoneyBars }));

/** Money that lies on the shelf. */
export function StandingPage() {
  const t = useText(text);
  const g = useText(goodsText).standing;
  const project_id = useProjectId();
  const state = useListState(contract.readStandingGoods.query);
  const days = STANDING_DAYS.find((one) => one === Number(state.values.days)) ?? 90;
  const asked = { params: { project_id }, query: { days } };
  const list = usePages<contract.StandingRow, contract.StandingGoods>(contract.readStandingGoods, asked, {
    keepPrevious: true,
  });
  const save = () => void download(contract.readStandingGoodsXlsx, asked).catch(notifyError);
  return (
    <Page title={g.title} action={{ label: t.sheet, icon: IconDownload, onClick: save }}>
      <StatisticsTabs />
      <Group className="statistics-period">
        <NativeSelect
          label={g.days}
          value={String(days)}
          onChange={(event) => state.set({ days: event.currentTarget.value })}
          data={STANDING_DAYS.map((one) => ({ value: String(one), label: g.daysOf(one) }))}
        />
      </Group>
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

function Shown({ found: { on, items, others, total }, list }: { found: contract.StandingGoods; list: Growing }) {
  const t = useText(text);
  const all = useText(goodsText);
  const g = all.standing;
  // where no cost is known, by what they are sold for
  const isCosted = total.value > 0;
  return (
    <>
      <Text size="sm" c="dimmed">
        {g.about(dotted(on))}
      </Text>
      <Section title={isCosted ? g.chart : g.chartByPrice}>
        <Suspense fallback={<Skeleton h={280} />}>
          <MoneyBars
            about={t.chartAbout(isCosted ? g.chart : g.chartByPrice)}
            label={isCosted ? g.figures.value : g.figures.byPrice}
            // what has no cost is worth nobody knows how much, and not nothing
            rows={items.flatMap((row) => {
              const value = isCosted ? row.value : row.value_by_price;
              const name = [row.product_title, row.modification_title].filter(Boolean).join(', ');
              return value === null ? [] : [{ name, value }];
            })}
          />
        </Suspense>
      </Section>
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
              cells={[
                <OnShelf key="a" good={row} />,
                <Money key="v" kopecks={row.value} className="nowrap" />,
                <Money key="p" kopecks={row.value_by_price} className="nowrap" />,
                row.last_sold_on ? (
                  <Opened
                    key="d"
                    to={linesPage(
                      { from: row.last_sold_on, to: row.last_sold_on },
                      { product_variant_id: row.product_variant_id },
                    )}
                  >
                    <DateOnly date={row.last_sold_on} />
                  </Opened>
                ) : (
                  <span key="d" className="nowrap">
                    {g.never}
                  </span>
                ),
              ]}
            />
          ))}
          {others && <Sums name={<Others rows={others.goods} list={list} />} of={others} />}
          <Sums name={`${t.total}: ${total.goods}`} of={total} isTotal />
        </tbody>
      </LineTable>
      <MoreRows list={list} />
      {total.pieces_without_cost > 0 && (
        <Text size="sm" c="dimmed">
          {all.withoutCost(String(total.pieces_without_cost))}
        </Text>
      )}
    </>
  );
}

const Sums = ({
  name,
  of,
  isTotal = false,
}: {
  name: ReactNode;
  of: contract.StandingGoods['total'];
  isTotal?: boolean;
}) => (
  <Line
    name={name}
    isTotal={isTotal}
    cells={[
      <Count key="a" value={of.pieces} />,
      <Money key="v" kopecks={of.value} className="nowrap" />,
      <Money key="p" kopecks={of.value_by_price} className="nowrap" />,
      '',
    ]}
  />
);

function Line({ name, cells, isTotal = false }: { name: ReactNode; cells: readonly ReactNode[]; isTotal?: boolean }) {
  const g = useText(goodsText).standing;
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
