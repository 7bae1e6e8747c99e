import type * as contract from '@lanka/domain/cod/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { ActionIcon, Anchor, Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { MoneyInput } from '../kit/form/inputs';
import { useText } from '../kit/text';
import { numberOf, orderPath } from '../orders';
import { text } from './text';

/** A row as it is typed. A ТТН may stand in two rows: each has a number of its own. */
export type TypedRow = contract.CodTableRow & { readonly id: number };

interface MatchedRowsProps {
  rows: readonly TypedRow[];
  /** What the server made of them; fewer while it has not answered. */
  matched: readonly contract.MatchedRow[];
  isOld: boolean;
  change: (id: number, values: Partial<contract.CodTableRow>) => void;
  remove: (ids: ReadonlySet<number>) => void;
}

/** The rows of a register, to be mended in place; by choice only those that were wrong. */
export function MatchedRows({ rows, matched, isOld, change, remove }: MatchedRowsProps) {
  const t = useText(text);
  // as they were when it was ticked: a row does not vanish from under the hands that mend it
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const pairs = matched.length === rows.length ? rows.map((typed, index) => ({ typed, row: matched[index] })) : [];
  const wrong = new Set(pairs.flatMap(({ typed, row }) => (row?.problem ? [typed.id] : [])));
  const canChoose = chosen !== null || (wrong.size > 0 && wrong.size < rows.length);
  return (
    <Section
      title={t.from}
      action={
        (canChoose || wrong.size > 0) && (
          <Group gap="sm">
            {canChoose && (
              <Checkbox
                label={t.onlyWrong(wrong.size, rows.length)}
                checked={chosen !== null}
                onChange={({ currentTarget: { checked } }) => setChosen(checked ? wrong : null)}
              />
            )}
            {wrong.size > 0 && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => {
                  setChosen(null);
                  remove(wrong);
                }}
              >
                {t.removeWrong(wrong.size)}
              </Button>
            )}
          </Group>
        )
      }
    >
      <Stack gap="xs" aria-busy={isOld}>
        {rows.length === 0 && <Text c="dimmed">{t.nothing}</Text>}
        {pairs.map(
          ({ typed, row }) =>
            row &&
            (chosen?.has(typed.id) ?? true) && (
              <MatchedRow
                key={typed.id}
                row={row}
                typed={typed}
                change={(values) => change(typed.id, values)}
                remove={() => {
                  // none of the chosen is left: all others again
                  if (chosen && pairs.every(({ typed: { id } }) => id === typed.id || !chosen.has(id))) setChosen(null);
                  remove(new Set([typed.id]));
                }}
              />
            ),
        )}
      </Stack>
    </Section>
  );
}

interface MatchedProps {
  row: contract.MatchedRow;
  typed: TypedRow;
  change: (values: Partial<contract.CodTableRow>) => void;
  remove: () => void;
}

/** What the row means, its sums, and what of it differs or is wrong. */
function MatchedRow({ row, typed, change, remove }: MatchedProps) {
  const t = useText(text);
  const [isRenamed, setRenamed] = useState(false);
  const { order, problem } = row;
  // half a number may be that of another order: what is being typed stays
  const isRefOpen = isRenamed || problem === 'unknown' || problem === 'several' || problem === 'parcels';
  const hint = (difference: number, expected: number) =>
    order && difference !== 0 && problem === null ? t.expected(formatMoney(expected)) : undefined;
  return (
    <Paper withBorder p="sm" radius="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ flex: '1 1 14rem', minWidth: 0 }}>
          <Text fw={500} className="wrap-anywhere">
            {order ? (
              <Anchor component={Link} to={orderPath(order.id, null)} inherit>
                № {numberOf(order)}
              </Anchor>
            ) : (
              row.ref
            )}
          </Text>
          {order && (
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {[
                order.parcel !== null && t.parcel(order.parcel),
                order.counterparty_name,
                order.customer_name,
                order.ttn,
              ]
                .filter(Boolean)
                .join(', ')}
            </Text>
          )}
          {problem && (
            <Text size="sm" c="var(--text-negative)">
              {t.problems[problem]}
              {problem === 'not_awaited' && `: ${t.states[order?.state ?? 'none']}`}
            </Text>
          )}
          {isRefOpen && (
            <TextInput
              aria-label={t.refOf(row.ref)}
              placeholder={t.fields.ref}
              value={typed.ref}
              onChange={({ currentTarget: { value } }) => {
                setRenamed(true);
                change({ ref: value.slice(0, 60) });
              }}
              maw={280}
              mt={4}
            />
          )}
        </div>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <MoneyInput
            label={t.amount}
            aria-label={t.amountFor(row.ref)}
            value={typed.amount ?? row.amount}
            onChange={(amount) => change({ amount: amount === null ? null : Math.max(0, amount) })}
            description={hint(row.sum_difference, order?.sum ?? 0)}
            w={140}
          />
          <MoneyInput
            label={t.fee}
            aria-label={t.feeFor(row.ref)}
            value={typed.fee ?? row.fee}
            onChange={(fee) => change({ fee: fee === null ? null : Math.max(0, fee) })}
            description={hint(row.fee_difference, order?.fee ?? 0)}
            w={120}
          />
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t.remove(row.ref)} onClick={remove}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </Group>
    </Paper>
  );
}
