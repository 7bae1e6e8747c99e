/** How much of a payment is for which order: the oldest first, until a sum is typed. */
import { formatMoney } from '@lanka/domain/kit/money';
import type { OrderPart } from '@lanka/domain/payments/contract';
import { spread } from '@lanka/domain/payments/rules';
import { Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { MoneyInput } from '../kit/form/inputs';
import { CallError } from '../kit/http/call';
import { useText } from '../kit/text';
import type { PaidOrder } from './left';
import { text } from './text';

interface Parts {
  readonly rows: readonly (PaidOrder & { readonly amount: number | null })[];
  /** What of the payment names no order; negative: more is spread than is paid. */
  readonly free: number;
  readonly change: (id: string, amount: number | null) => void;
  /** Those that get something, as the route takes them. */
  readonly body: OrderPart[];
}

const whole = (amount: number | null | undefined): number => (Number.isFinite(amount) ? (amount ?? 0) : 0);

export function useParts(orders: readonly PaidOrder[], total: number): Parts {
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map());
  const fixed = orders.reduce((sum, { id }) => sum + whole(typed.get(id)), 0);
  const spreadOver = spread(
    Math.max(0, total - fixed),
    orders.map(({ id, left }) => (typed.has(id) ? 0 : left)),
  );
  const rows = orders.map((order, nth) => ({
    ...order,
    amount: typed.has(order.id) ? (typed.get(order.id) ?? null) : spreadOver[nth] || null,
  }));
  return {
    rows,
    free: total - rows.reduce((sum, { amount }) => sum + whole(amount), 0),
    change: (id, amount) => setTyped((known) => new Map(known).set(id, amount)),
    body: rows.flatMap(({ id, amount }) => (amount ? [{ order_id: id, amount }] : [])),
  };
}

/** The orders that a form was opened for: one alone gets all of the payment, whatever is left of it. */
export const chosen = (orders: readonly PaidOrder[]): readonly PaidOrder[] =>
  orders.length === 1 ? orders.map((order) => ({ ...order, left: Number.POSITIVE_INFINITY })) : orders;

/** More than so many scroll by themselves, so that the button stays near. */
const MANY = 8;

interface OrderPartsProps {
  parts: Parts;
  error: unknown;
  /** What the error is about. */
  sent: readonly OrderPart[] | undefined;
}

export function OrderParts({ parts: { rows, free, change }, error, sent = [] }: OrderPartsProps) {
  const t = useText(text);
  const details = error instanceof CallError ? error.details : [];
  const refusedOf = (id: string, amount: number | null): string | undefined => {
    const at = sent.findIndex((part) => part.order_id === id && part.amount === amount);
    const found = details.find(({ path }) => at >= 0 && String(path).startsWith(`orders.${at}.`));
    return found && String(found.message ?? '');
  };
  return (
    <Stack gap="xs" role="group" aria-label={t.byOrders}>
      <Stack gap="xs" {...(rows.length > MANY ? { mah: 400, style: { overflowY: 'auto' } } : {})}>
        {rows.map(({ id, number, left, amount }) => (
          <Group key={id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text className="figures">№ {number}</Text>
              <Text size="sm" c="dimmed" className="figures">
                {t.leftOf(formatMoney(left))}
              </Text>
            </div>
            <MoneyInput
              aria-label={t.amountOf(number)}
              value={amount}
              onChange={(next) => change(id, next)}
              w={160}
              style={{ flexShrink: 0 }}
              error={refusedOf(id, amount)}
            />
          </Group>
        ))}
      </Stack>
      {free !== 0 && (
        <Text size="sm" role="status" c={free < 0 ? 'var(--text-negative)' : 'dimmed'}>
          {free < 0 ? t.tooMuchByOrders(formatMoney(-free)) : t.freeOf(formatMoney(free))}
        </Text>
      )}
    </Stack>
  );
}

interface ChoiceProps {
  found: readonly PaidOrder[];
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}

/** Offered where something is owed: without it the payment pays the oldest by itself. */
export function ByOrders({ found, isChosen, choose }: ChoiceProps) {
  const t = useText(text);
  if (found.length === 0) return null;
  return (
    <Switch
      label={t.byOrders}
      description={t.byOrdersHint(found.length)}
      checked={isChosen}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}
