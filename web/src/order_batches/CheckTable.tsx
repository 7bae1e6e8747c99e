import * as contract from '@lanka/domain/order_batches/contract';
import {
  BATCH_FIELDS,
  type BatchCell,
  type BatchColumns,
  type BatchRow,
  withCell,
} from '@lanka/domain/order_batches/rules';
import { DELIVERY_OPERATORS } from '@lanka/domain/orders/contract';
import { Alert, Button, Group, NativeSelect, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { Money } from '../kit/display/values';
import { TableColumns } from '../kit/form/TableColumns';
import { type Answer, call } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { LinesSkeleton } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { operatorNames } from '../orders';
import { CounterpartySelect } from '../partners';
import { type FieldColumn, OrderCard } from './OrderCard';
import { text } from './text';

/** Long enough for a typed cell to be whole, short enough not to be waited for. */
const TYPING_MS = 400;

interface Props {
  project_id: string;
  fields: readonly FieldColumn[];
  headers: readonly string[];
  columns: BatchColumns;
  start: readonly BatchRow[];
  remap: (columns: BatchColumns) => void;
  isReading: boolean;
  onMade: (made: Answer<typeof contract.createBatch>) => void;
}

/** The rows as the server understands them, checked again after each change. */
export function CheckTable({ project_id, fields, headers, columns, start, remap, isReading, onMade }: Props) {
  const t = useText(text);
  const { isDropshipping, role } = useSession();
  // he also comes by links that name the supplier, and stands in the supplier's project then
  const isClient = role === 'Client';
  const { fields: ofFields = {}, ...plain } = columns;
  const [rows, setRows] = useState(start);
  const [party, setParty] = useState<string | null>(null);
  const [again, setAgain] = useState<readonly string[]>([]);
  const [shown, setShown] = useState('all');
  const [operator, setOperator] = useState<(typeof DELIVERY_OPERATORS)[number]>('nova_poshta');
  const [send, setSend] = useState(false);
  const body = { rows: [...rows], ...(party ? { counterparty_id: party } : {}) };
  const [asked] = useDebouncedValue(JSON.stringify(body), TYPING_MS);
  const check = useQuery({
    queryKey: ['order-batch', project_id, asked],
    queryFn: ({ signal }) =>
      call(contract.checkBatch, { params: { project_id }, body: JSON.parse(asked) as typeof body, signal }),
    enabled: rows.length > 0,
    staleTime: 0, // the same rows once more may be made by now
    placeholderData: keepPreviousData,
    retry: false,
  });
  const create = useAction(contract.createBatch, { onSuccess: onMade });
  const isOld = check.isFetching || asked !== JSON.stringify(body);
  const orders = rows.length === 0 ? [] : (check.data?.orders ?? []);
  const isWrong = ({ problems }: contract.CheckedOrder) =>
    problems.some(({ code }) => send || !contract.MATTERS_WHEN_SENT.includes(code));
  const old = orders.filter(({ made, key }) => made !== null && !again.includes(key));
  const wanted = orders.filter((order) => !old.includes(order));
  const wrong = wanted.filter(isWrong);
  const seen = { wrong, old }[shown] ?? orders;
  const change = (row: number, field: BatchCell, value: string) =>
    setRows((before) => before.map((one, at) => (at === row ? withCell(one, field, value) : one)));
  const remove = (gone: readonly contract.CheckedOrder[]) => {
    const places = new Set(gone.flatMap((order) => order.rows));
    setRows((before) => before.filter((_, at) => !places.has(at)));
  };
  if (!check.data && rows.length > 0)
    return check.error ? (
      <Alert color="red" icon={<IconAlertCircle />} role="alert">
        {messageOf(check.error)}
      </Alert>
    ) : (
      <LinesSkeleton />
    );
  return (
    <Stack gap="md" aria-busy={isReading}>
      {/* once a cell was typed over, the table is no longer read anew */}
      {rows === start && (
        <TableColumns
          fields={[...BATCH_FIELDS, ...fields.map(({ ref }) => ref)]}
          labels={{ ...t.fields, ...Object.fromEntries(fields.map(({ ref, name }) => [ref, name])) }}
          headers={headers}
          columns={{ ...plain, ...Object.fromEntries(fields.map(({ ref }) => [ref, ofFields[ref] ?? null])) }}
          onChange={(now) => remap(columnsOf(now, fields))}
        />
      )}
      <Section title={t.found(orders.length)}>
        <Stack gap="md">
          {(wrong.length > 0 || old.length > 0) && (
            <Group justify="space-between">
              <SegmentedControl
                aria-label={t.shown}
                value={shown}
                onChange={setShown}
                data={[
                  { value: 'all', label: t.all },
                  ...(wrong.length > 0 ? [{ value: 'wrong', label: t.wrong(wrong.length) }] : []),
                  ...(old.length > 0 ? [{ value: 'old', label: t.old(old.length) }] : []),
                ]}
              />
              {wrong.length > 0 && (
                <Button variant="default" onClick={() => remove(wrong)}>
                  {t.removeWrong}
                </Button>
              )}
            </Group>
          )}
          {seen.length === 0 && <Text c="dimmed">{t.none}</Text>}
          {seen.map((order) => (
            <OrderCard
              key={order.rows[0]}
              {...{ order, rows, change, send, fields }}
              project_id={isDropshipping ? project_id : null}
              again={again.includes(order.key)}
              setAgain={(on) =>
                setAgain((keys) => (on ? [...keys, order.key] : keys.filter((key) => key !== order.key)))
              }
              remove={() => remove([order])}
            />
          ))}
        </Stack>
      </Section>
      <Section>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {!isClient && (
              <CounterpartySelect
                project_id={project_id}
                label={t.counterparty}
                placeholder={t.ownSales}
                value={party}
                onChange={setParty}
              />
            )}
            <Operator value={operator} onChange={setOperator} />
          </SimpleGrid>
          <Switch
            label={t.send}
            description={t.sendHint}
            checked={send}
            onChange={({ currentTarget: { checked } }) => setSend(checked)}
          />
          {wrong.length > 0 && <Text c="var(--text-negative)">{t.mend(wrong.length)}</Text>}
          {orders.length > 0 && wanted.length === 0 && <Text c="dimmed">{t.nothingNew}</Text>}
          <Group justify="space-between">
            <Text fw={600} component="div">
              {`${isClient ? t.sum : t.ownSum}: `}
              <Money kopecks={wanted.reduce((sum, order) => sum + order.sum, 0)} />
            </Text>
            <Button
              disabled={wanted.length === 0 || wrong.length > 0 || isOld}
              loading={create.isPending}
              onClick={() =>
                create.mutate({ params: { project_id }, body: { ...body, operator, send, again: [...again] } })
              }
            >
              {t.create(wanted.length)}
            </Button>
          </Group>
        </Stack>
      </Section>
    </Stack>
  );
}

/** As the page shows them, all in one; the contract keeps fields of templates apart. */
function columnsOf(now: Readonly<Record<string, number | null>>, fields: readonly FieldColumn[]): BatchColumns {
  const own = Object.fromEntries(BATCH_FIELDS.map((field) => [field, now[field] ?? null]));
  const ofFields = fields.map(({ ref }) => [ref, now[ref] ?? null]);
  return { ...(own as Omit<BatchColumns, 'fields'>), fields: Object.fromEntries(ofFields) };
}

type OperatorName = (typeof DELIVERY_OPERATORS)[number];

function Operator({ value, onChange }: { value: OperatorName; onChange: (value: OperatorName) => void }) {
  const t = useText(text);
  const operators = useText(operatorNames);
  return (
    <NativeSelect
      label={t.operator}
      data={DELIVERY_OPERATORS.map((one) => ({ value: one, label: operators[one] }))}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = DELIVERY_OPERATORS.find((one) => one === currentTarget.value);
        if (chosen) onChange(chosen);
      }}
    />
  );
}
