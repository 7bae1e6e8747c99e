import './statistics.css';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/statistics/contract';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { z } from 'zod';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count, DateOnly, Money } from '../kit/display/values';
import { usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { GoodName } from './GoodsTable';
import { goodsText } from './goods-text';
import { Narrowed } from './Narrowed';
import { PeriodTools, shownPeriod } from './PeriodTools';
import { type Named, useRowName } from './row-name';
import { text } from './text';

type Total = NonNullable<z.infer<typeof contract.listSoldLines.returns>['total']>;
/** What all lines come to stands on the first page alone. */
type Answer = Named & { readonly total: Total | null };

/** What revenue and margin are made of, sale by sale. */
export function LinesPage() {
  const t = useText(text);
  const l = useText(goodsText).lines;
  const project_id = useProjectId();
  const state = useListState(contract.listSoldLines.query);
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const query = { ...state.values, ...period };
  const found = usePages<contract.SoldLine, Answer>(
    contract.listSoldLines,
    { params: { project_id }, query },
    { keepPrevious: true },
  );
  const of = useRowName(state.values, found.last?.name);
  const figure = contract.StatisticsMoney.options.find((one) => one === state.values.figure);
  const back = state.values.product_variant_id ? '/cp/statistics/goods' : '/cp/statistics';
  return (
    <Page
      title={of ? l.titleOf(of) : l.title}
      crumbs={[{ to: `${back}?${new URLSearchParams({ ...period })}`, label: t.title }]}
    >
      <PeriodTools period={period} today={today} set={state.set} />
      {figure && (
        <Narrowed all={l.showAll} clear={() => state.set({ figure: null })}>
          {l.only[figure]}
        </Narrowed>
      )}
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState drawing="orders" title={l.empty} text={l.emptyText} />
          ) : (
            <>
              <Lines
                items={items}
                whole={found.more === null}
                total={found.first?.total ?? undefined}
                figure={figure}
              />
              <MoreRows list={found} />
              {items.some(({ cost }) => cost === null) && (
                <Text size="sm" c="dimmed">
                  {l.unknown}
                </Text>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

const PATHS = { order: '/cp/orders/', turnover: '/cp/turnover/', return: '/cp/returns/' } as const;

const numberOf = (source: contract.SoldLine['source']): string =>
  source.kind === 'order' ? `${source.prefix}${source.number}` : String(source.number);

interface LinesProps {
  readonly items: readonly contract.SoldLine[];
  /** There is no further page. */
  readonly whole: boolean;
  readonly total: Total | undefined;
  readonly figure: contract.StatisticsMoney | undefined;
}

function Lines({ items, whole, total, figure }: LinesProps) {
  const g = useText(goodsText);
  const l = g.lines;
  const t = useText(text);
  return (
    <LineTable many long={items.length > 12}>
      <thead>
        <tr>
          <th scope="col">{g.good}</th>
          <th scope="col">{l.source}</th>
          <LineHeads names={l.heads} />
        </tr>
      </thead>
      <tbody>
        {items.map((line) => (
          <tr key={line.id}>
            <td className="line-name">
              <Text fw={500} className="wrap-anywhere" component="div">
                <GoodName good={{ ...line, sku: '' }} />
              </Text>
            </td>
            <td>
              <Anchor component={Link} to={`${PATHS[line.source.kind]}${line.source.id}`}>
                {l.of[line.source.kind]} № {numberOf(line.source)}
              </Anchor>
              <Text size="sm" c="dimmed" component="div" className="statistics-operation">
                <DateOnly date={line.day} /> ·{' '}
                <CounterpartyLink id={line.counterparty_id} name={line.counterparty_name} />
              </Text>
            </td>
            {[
              <Count key="c" value={line.count} />,
              <Money key="r" kopecks={line.revenue} className="nowrap" />,
              <Money key="u" kopecks={line.unit_cost} className="nowrap" />,
              <Money key="k" kopecks={line.cost} className="nowrap" />,
              <Money key="m" kopecks={line.cost === null ? null : line.revenue - line.cost} className="nowrap" />,
            ].map((cell, i) => (
              <LineCell key={l.heads[i]} label={l.heads[i] ?? ''}>
                {cell}
              </LineCell>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="line-total">
          <td className="line-name">{whole ? t.total : l.shown}</td>
          <td />
          <LineCell label={l.heads[0] ?? ''}>
            <Count value={items.reduce((sum, { count }) => sum + count, 0)} />
          </LineCell>
          <LineCell label={l.heads[1] ?? ''}>
            <Money kopecks={items.reduce((sum, { revenue }) => sum + revenue, 0)} className="nowrap" />
          </LineCell>
          <td />
          <LineCell label={l.heads[3] ?? ''}>
            <Money kopecks={items.reduce((sum, { cost }) => sum + (cost ?? 0), 0)} className="nowrap" />
          </LineCell>
          <LineCell label={l.heads[4] ?? ''}>
            <Money
              kopecks={items.reduce((sum, { revenue, cost }) => sum + (cost === null ? 0 : revenue - cost), 0)}
              className="nowrap"
            />
          </LineCell>
        </tr>
        {!whole && total && (
          <tr className="line-total">
            <td className="line-name">{l.all}</td>
            <td />
            <td />
            <LineCell label={l.heads[1] ?? ''}>
              <Money
                kopecks={
                  figure === 'charged' ? total.charged : figure === 'returned' ? 0 - total.returned : total.revenue
                }
                className="nowrap"
              />
            </LineCell>
            <td />
            {figure === undefined ? (
              <>
                <LineCell label={l.heads[3] ?? ''}>
                  <Money kopecks={total.margin === null ? null : total.cost} className="nowrap" />
                </LineCell>
                <LineCell label={l.heads[4] ?? ''}>
                  <Money kopecks={total.margin} className="nowrap" />
                </LineCell>
              </>
            ) : (
              <td colSpan={2} />
            )}
          </tr>
        )}
      </tfoot>
    </LineTable>
  );
}
