import * as contract from '@lanka/domain/banking/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import type { OrderRow } from '@lanka/domain/orders/entities';
import { listOrders } from '@lanka/domain/orders/lists';
import { ActionIcon, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Section } from '../kit/display/facts';
import { Finder } from '../kit/form/finder';
import { MoneyInput } from '../kit/form/inputs';
import { CallError, call } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { numberOf } from '../orders';
import { CounterpartySelect } from '../partners';
import { text } from './text';

interface Part {
  readonly key: number;
  readonly counterparty_id: string | null;
  readonly order_id: string | null;
  readonly amount: number | null;
}

const whole = (amount: number | null): number => (Number.isSafeInteger(amount) ? (amount ?? 0) : 0);

/** Parts of one counterparty are one payment, each order of it with its own. */
function bodyOf(parts: readonly Part[]): contract.MatchBody {
  const made = new Map<string, contract.MatchPart>();
  for (const { counterparty_id, order_id, amount } of parts) {
    const id = counterparty_id ?? '';
    const known = made.get(id) ?? { counterparty_id: id, amount: 0, orders: [] };
    const before = known.orders?.find((order) => order.order_id === order_id)?.amount ?? 0;
    const others = (known.orders ?? []).filter((order) => order.order_id !== order_id);
    const sum = whole(amount);
    made.set(id, {
      counterparty_id: id,
      amount: known.amount + sum,
      orders: order_id ? [...others, { order_id, amount: before + sum }] : others,
    });
  }
  return { parts: [...made.values()] };
}

/** A person says whose the row is: of one counterparty, or in parts of several and for several orders. */
export function EnterParts({ row }: { row: contract.BankRowDetails }) {
  const t = useText(text);
  const w = useText(words);
  const project_id = useProjectId();
  const total = Math.abs(row.amount);
  const [parts, setParts] = useState<readonly Part[]>([
    { key: 0, counterparty_id: null, order_id: null, amount: total },
  ]);
  const [isTried, setTried] = useState(false);
  const match = useAction(contract.matchBankRow, { success: t.entered, quiet: true });
  const free = total - parts.reduce((sum, { amount }) => sum + whole(amount), 0);
  const isGood = free === 0 && parts.every((part) => part.counterparty_id !== null && whole(part.amount) > 0);
  const change = (key: number, values: Partial<Part>) =>
    setParts((all) => all.map((part) => (part.key === key ? { ...part, ...values } : part)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isGood && !match.isPending) match.mutate({ params: { project_id, id: row.id }, body: bodyOf(parts) });
  };
  const add = () =>
    setParts((all) => [
      ...all,
      {
        key: Math.max(...all.map(({ key }) => key)) + 1,
        ...{ counterparty_id: all.at(-1)?.counterparty_id ?? null, order_id: null, amount: free > 0 ? free : null },
      },
    ]);
  return (
    <Section title={t.own}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {parts.map((part, nth) => (
            <Group
              key={part.key}
              align="flex-start"
              wrap="nowrap"
              gap="xs"
              {...(parts.length > 1 ? { role: 'group', 'aria-label': t.part(nth + 1) } : {})}
            >
              <SimpleGrid cols={{ base: 1, sm: row.amount > 0 ? 3 : 2 }} spacing="md" style={{ flex: 1 }}>
                <CounterpartySelect
                  project_id={project_id}
                  label={t.party}
                  required
                  value={part.counterparty_id}
                  onChange={(counterparty_id) => change(part.key, { counterparty_id, order_id: null })}
                  error={isTried && part.counterparty_id === null && w.required}
                />
                {row.amount > 0 && (
                  <OrderSelect
                    counterpartyId={part.counterparty_id}
                    value={part.order_id}
                    onChange={(order_id) => change(part.key, { order_id })}
                  />
                )}
                <MoneyInput
                  label={t.amount}
                  withAsterisk
                  value={part.amount}
                  onChange={(amount) => change(part.key, { amount })}
                  error={isTried && whole(part.amount) <= 0 && w.required}
                />
              </SimpleGrid>
              {parts.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  mt={28}
                  aria-label={t.removePart}
                  onClick={() => setParts((all) => all.filter(({ key }) => key !== part.key))}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              )}
            </Group>
          ))}
          {free !== 0 && (
            <Text size="sm" role="status" c={free < 0 || isTried ? 'var(--text-negative)' : 'dimmed'}>
              {free < 0 ? t.over(formatMoney(-free)) : t.left(formatMoney(free))}
            </Text>
          )}
          {match.error instanceof CallError && (
            <Text size="sm" role="alert" c="var(--text-negative)">
              {match.error.message}
            </Text>
          )}
          <Group gap="xs">
            <Button type="submit" variant={row.suggestions.length > 0 ? 'default' : 'filled'} loading={match.isPending}>
              {t.enter}
            </Button>
            <Button
              variant="subtle"
              leftSection={<IconPlus size={18} />}
              onClick={add}
              disabled={parts.length >= contract.MAX_PARTS}
            >
              {t.split}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

interface OrderSelectProps {
  counterpartyId: string | null;
  value: string | null;
  onChange: (id: string | null) => void;
}

const SHOWN = 50;

/** Orders of the counterparty that are not paid, found by typing; none chosen pays the oldest. */
function OrderSelect({ counterpartyId, value, onChange }: OrderSelectProps) {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const [chosen, setChosen] = useState<OrderRow | null>(null);
  const find = async (typed: string, signal?: AbortSignal): Promise<OrderRow[]> => {
    if (counterpartyId === null) return [];
    const q = typed.replace(/№/gu, '').trim();
    const query = {
      ...{ sort: 'number' as const, limit: SHOWN, counterparty_id: counterpartyId },
      ...(q ? { q } : {}),
    };
    const of = (paid: 'unpaid' | 'partly') =>
      call(listOrders, { params, query: { ...query, paid }, ...(signal ? { signal } : {}) });
    const pages = await Promise.all([of('unpaid'), of('partly')]);
    return pages
      .flatMap(({ items }) => items)
      .filter(({ status }) => status !== 'Draft' && status !== 'Canceled')
      .sort((a, b) => a.number - b.number);
  };
  return (
    <Finder
      // what was found for one counterparty is nothing for another
      key={counterpartyId}
      label={t.order}
      placeholder={t.noOrder}
      find={find}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      codesOf={(order) => [numberOf(order), String(order.number)]}
      onPick={(order) => {
        setChosen(order);
        onChange(order.id);
      }}
      chosen={value !== null && chosen?.id === value ? nameOf(chosen) : ''}
      onClear={() => onChange(null)}
    />
  );
}

const nameOf = (order: OrderRow): string => `№ ${numberOf(order)} · ${formatMoney(leftOf(order))}`;

const leftOf = ({ sum, payment }: OrderRow): number =>
  payment?.charged_on ? payment.unpaid : Math.max(0, sum - (payment?.put ?? 0));
