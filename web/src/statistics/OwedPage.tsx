import './statistics.css';
import * as contract from '@lanka/domain/statistics/contract';
import { Anchor, Group, NativeSelect, Text } from '@mantine/core';
import { Link } from 'react-router';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, Money } from '../kit/display/values';
import { usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { orderStatus } from '../orders';
import { CounterpartyLink } from '../partners';
import { debtsText } from './debts-text';
import { Narrowed } from './Narrowed';
import type { Named } from './row-name';
import { text } from './text';

/** What all come to stands on the first page alone. */
type Answer = Named & { readonly total: { readonly orders: number; readonly unpaid: number } | null };

/** The orders that a debt of an age is made of, the longest owed first. */
export function OwedPage() {
  const t = useText(text);
  const d = useText(debtsText);
  const project_id = useProjectId();
  const state = useListState(contract.listDebtOrders.query);
  const age = contract.DEBT_AGES.find((one) => one === state.values.age);
  const found = usePages<contract.DebtOrder, Answer>(
    contract.listDebtOrders,
    { params: { project_id }, query: state.values },
    { keepPrevious: true },
  );
  const total = found.first?.total;
  return (
    <Page title={age ? d.ofAge(d.ages[age]) : d.orders} crumbs={[{ to: '/cp/statistics/debts', label: d.title }]}>
      <Group gap="sm" className="statistics-period">
        <NativeSelect
          label={d.age}
          value={age ?? ''}
          onChange={(event) => state.set({ age: event.currentTarget.value || null })}
          data={[
            { value: '', label: d.anyAge },
            ...contract.DEBT_AGES.map((one) => ({ value: one, label: d.ages[one] })),
          ]}
        />
      </Group>
      {state.values.counterparty_id && (
        <Narrowed all={d.allCounterparties} clear={() => state.set({ counterparty_id: null })}>
          {t.counterparty}: {found.first?.name ?? '–'}
        </Narrowed>
      )}
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState drawing="orders" title={d.noOrders} text={d.noOrdersText} />
          ) : (
            <>
              <LineTable long={items.length > 12}>
                <thead>
                  <tr>
                    <th scope="col">{d.order}</th>
                    <LineHeads names={d.orderHeads} />
                  </tr>
                </thead>
                <tbody>
                  {items.map((order) => (
                    <Line key={order.id} order={order} />
                  ))}
                </tbody>
                {total && (
                  <tfoot>
                    <tr className="line-total">
                      <td className="line-name">{d.allOrders(total.orders)}</td>
                      <td colSpan={3} />
                      <LineCell label={d.orderHeads[3] ?? ''}>
                        <Money kopecks={total.unpaid} className="nowrap" />
                      </LineCell>
                    </tr>
                  </tfoot>
                )}
              </LineTable>
              <MoreRows list={found} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Line({ order }: { order: contract.DebtOrder }) {
  const d = useText(debtsText);
  const cells = [
    <DateOnly key="c" date={order.charged_on} />,
    order.due_on ? <DateOnly key="d" date={order.due_on} /> : '–',
    order.days_late === 0 ? '–' : d.days(order.days_late),
    <Money key="u" kopecks={order.unpaid} className="nowrap" />,
  ];
  return (
    <tr>
      <td className="line-name">
        <Group gap="xs">
          <Anchor component={Link} to={`/cp/orders/${order.id}`} fw={500} display="inline-block" py={2}>
            № {order.prefix}
            {order.number}
          </Anchor>
          <StatusBadge table={orderStatus} value={order.status} />
        </Group>
        <Text size="sm" c="dimmed" component="div" pt={4}>
          <CounterpartyLink id={order.counterparty_id} name={order.counterparty_name} />
        </Text>
      </td>
      {cells.map((cell, i) => (
        <LineCell key={d.orderHeads[i]} label={d.orderHeads[i] ?? ''}>
          {cell}
        </LineCell>
      ))}
    </tr>
  );
}
