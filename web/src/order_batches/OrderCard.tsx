import { type CheckedOrder, MATTERS_WHEN_SENT } from '@lanka/domain/order_batches/contract';
import { type BatchCell, type BatchField, type BatchRow, cellOf } from '@lanka/domain/order_batches/rules';
import { ActionIcon, Anchor, Box, Checkbox, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { GoodsName } from '../catalog';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { Stock } from '../kit/display/stock';
import { Count, Money, Phone } from '../kit/display/values';
import { useText } from '../kit/text';
import { orderPath } from '../orders';
import { text } from './text';

/** A field of the supplier's templates that a column can hold. */
export interface FieldColumn {
  readonly ref: string;
  readonly name: string;
}

/** What is told once for an order; it is mended in the row that says it wrongly. */
const SHARED: readonly BatchField[] = ['number', 'name', 'phone', 'town', 'branch', 'cod', 'comment'];

interface Props {
  order: CheckedOrder;
  rows: readonly BatchRow[];
  fields: readonly FieldColumn[];
  /** Of the supplier, where it is not the current project. */
  project_id: string | null;
  /** Goods that there are not enough of matter then only. */
  send: boolean;
  change: (row: number, field: BatchCell, value: string) => void;
  again: boolean;
  setAgain: (on: boolean) => void;
  remove: () => void;
}

/** An order of the table: what it will be, with an input in place of each cell that is wrong. */
export function OrderCard({ order, rows, fields, project_id, send, change, again, setAgain, remove }: Props) {
  const t = useText(text);
  const [isOpen, setOpen] = useState(false);
  // a cell that is right by now keeps its input: somebody may be typing in it
  const [mended, setMended] = useState<ReadonlySet<string>>(new Set());
  const problems = order.problems.filter(({ code }) => send || !MATTERS_WHEN_SENT.includes(code));
  const problemOf = (row: number, field: BatchCell) => problems.find((one) => one.row === row && one.field === field);
  const isAsked = (row: number, field: BatchCell) =>
    isOpen || mended.has(`${row} ${field}`) || problemOf(row, field) !== undefined;
  const [first = 0] = order.rows;
  const refs = (set: string) =>
    fields.filter(({ ref }) => ref.startsWith(`${set}.`)).map(({ ref }) => ref as BatchCell);
  const ofOrder = [...SHARED, ...refs('order')];
  const ofLine = [...(['code', 'count', 'price'] as const), ...refs('order_item')];
  const nameOf = (field: BatchCell): string =>
    fields.find(({ ref }) => ref === field)?.name ?? t.fields[field as BatchField] ?? field;
  const input = (row: number, field: BatchCell) => (
    <TextInput
      key={`${row} ${field}`}
      label={row === first || !ofOrder.includes(field) ? nameOf(field) : `${nameOf(field)}, ${t.row(row + 1)}`}
      {...(field === 'cod' ? { description: t.codHint } : {})}
      value={cellOf(rows[row], field)}
      error={problemOf(row, field)?.message}
      onChange={({ currentTarget: { value } }) => {
        setMended((before) => new Set(before).add(`${row} ${field}`));
        change(row, field, value);
      }}
    />
  );
  const shared = order.rows.flatMap((row) =>
    ofOrder
      .filter((field) => (row === first ? isAsked(row, field) : mended.has(`${row} ${field}`) || problemOf(row, field)))
      .map((field) => input(row, field)),
  );
  // of a field that no cell can hold: a file, or one that is gone
  const unasked = problems.filter(({ field }) => field.includes('.') && !fields.some(({ ref }) => ref === field));
  const found = new Map(order.items.map((item) => [item.row, item]));
  return (
    <Paper withBorder radius="md" p="md" component="article" data-wrong={problems.length > 0 || undefined}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          {/* on a phone a long sum and its buttons go below */}
          <Box flex="1 1 6rem" miw={0}>
            <Text fw={600} className="wrap-anywhere">
              {[order.number && `№ ${order.number}`, order.name || t.row(first + 1)].filter(Boolean).join(' · ')}
            </Text>
            <Text size="sm" c="dimmed" component="div" className="wrap-anywhere">
              {problemOf(first, 'phone') ? order.phone : <Phone number={order.phone} />}
              {order.address && ` · ${order.address}`}
            </Text>
            {order.to_collect !== null && (
              <Text size="sm">
                {`${t.toCollect} `}
                <Money kopecks={order.to_collect} className="nowrap" />
              </Text>
            )}
          </Box>
          <Group gap="xs" wrap="nowrap">
            <Money kopecks={order.sum} className="nowrap" />
            <ActionIcon variant="subtle" color="gray" aria-label={t.edit} onClick={() => setOpen(!isOpen)}>
              <IconPencil size={18} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={t.remove} onClick={remove}>
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        </Group>
        {order.made && (
          <Group gap="md">
            <Text size="sm">
              {`${t.madeBefore} `}
              <Anchor component={Link} to={orderPath(order.made.id, project_id)}>{`№ ${order.made.number}`}</Anchor>
            </Text>
            <Checkbox
              label={t.again}
              checked={again}
              onChange={({ currentTarget: { checked } }) => setAgain(checked)}
            />
          </Group>
        )}
        {unasked.length > 0 && (
          <Text size="sm" c="var(--text-negative)" role="alert">
            {unasked.map(({ message }) => message).join('. ')}
          </Text>
        )}
        {shared.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
            {shared}
          </SimpleGrid>
        )}
        {order.items.length > 0 && (
          <LineTable>
            <thead>
              <tr>
                <th scope="col">{t.goods}</th>
                {[t.left, t.fields.count, t.fields.price, t.amount].map((label) => (
                  <th key={label} scope="col" className="cell-right">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {order.items.map((item) => (
                <tr key={item.row}>
                  <td className="line-name">
                    <GoodsName item={item} under={t.row(item.row + 1)} />
                  </td>
                  <LineCell label={t.left}>
                    <Stock told={item} />
                  </LineCell>
                  <LineCell label={t.fields.count}>
                    <Count value={item.count} />
                    {item.waits !== 0 && (
                      <Text size="sm" c="dimmed">
                        {t.waits(item.waits)}
                      </Text>
                    )}
                  </LineCell>
                  <LineCell label={t.fields.price}>
                    <Money kopecks={item.customer_price} />
                  </LineCell>
                  <LineCell label={t.amount}>
                    <Money kopecks={item.amount} />
                  </LineCell>
                </tr>
              ))}
            </tbody>
          </LineTable>
        )}
        {order.rows
          .filter((row) => !found.has(row) || ofLine.some((field) => isAsked(row, field)))
          .map((row) => (
            <SimpleGrid key={row} cols={{ base: 1, sm: 3 }} spacing="sm">
              {ofLine.map((field) => input(row, field))}
            </SimpleGrid>
          ))}
      </Stack>
    </Paper>
  );
}
