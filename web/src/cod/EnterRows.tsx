import * as contract from '@lanka/domain/cod/contract';
import { netOf } from '@lanka/domain/cod/rules';
import { COD_FIELDS } from '@lanka/domain/cod/table';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import { DELIVERY_OPERATORS } from '@lanka/domain/orders/entities';
import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { CheckboxField, DateField, RadioField, SelectField, TextField } from '../kit/form/fields';
import { MoneyInput } from '../kit/form/inputs';
import { TableColumns } from '../kit/form/TableColumns';
import { useEntityForm } from '../kit/form/useEntityForm';
import { CallError, call } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { LinesSkeleton } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { numberOf, operatorNames, orderPath } from '../orders';
import { text } from './text';

/** Long enough for a typed sum to be whole, short enough not to be waited for. */
const TYPING_MS = 400;

interface RowsProps {
  rows: readonly contract.CodTableRow[];
  headers?: readonly string[];
  columns?: contract.CodColumns;
  remap: (columns: contract.CodColumns) => void;
  made: (register: contract.CodRegister) => void;
}

const schema = contract.CreateRegisterBody.pick({ carrier: true, number: true, date: true }).extend({
  is_received: z.boolean(),
  account: z.enum(['bank', 'cash']),
  received_on: contract.CreateRegisterBody.shape.date,
});

/** The rows as the server understands them, asked again after each change; then the register that they are of. */
export function EnterRows({ rows: start, headers, columns, remap, made }: RowsProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const today = kyivDate(new Date());
  // a ТТН may stand in two rows: each has a number of its own
  const [rows, setRows] = useState(() => start.map((row, id) => ({ ...row, id })));
  const [isTouched, setTouched] = useState(false);
  const wanted = useRef<contract.CreateRegisterBody['rows']>([]);
  const create = useAction(contract.createRegister, {
    quiet: true,
    success: t.settled,
    // somebody may have settled a row meanwhile: each then says so for itself
    onError: () => void match.refetch(),
  });
  const form = useEntityForm({
    schema,
    initial: {
      ...{ carrier: 'nova_poshta', number: '', date: today },
      ...{ is_received: true, account: 'bank', received_on: today },
    },
    submit: ({ values: { is_received, account, received_on, ...register } }) =>
      create.mutateAsync({
        params: { project_id },
        body: {
          ...register,
          rows: wanted.current,
          ...(is_received ? { received: { account, date: received_on } } : {}),
        },
      }),
    onSaved: made,
  });
  const { carrier, number, is_received, date } = form.watch();
  const body = {
    rows: rows.map(({ id: _, ...row }) => row),
    ...(number.trim() ? { number: number.trim().slice(0, 60) } : {}),
    carrier,
  };
  const typed = JSON.stringify(body);
  const [asked] = useDebouncedValue(typed, TYPING_MS);
  const match = useQuery({
    queryKey: ['cod-match', project_id, asked],
    queryFn: ({ signal }) =>
      call(contract.matchRows, { params: { project_id }, body: JSON.parse(asked) as typeof body, signal }),
    enabled: rows.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const [onlyWrong, setOnlyWrong] = useState(false);
  const isOld = match.isFetching || typed !== asked;
  const matched = rows.length === 0 ? [] : (match.data?.rows ?? []);
  wanted.current = matched.flatMap(({ order, amount, fee }) =>
    order ? [{ order_id: order.id, parcel_id: order.parcel_id, amount, fee }] : [],
  );
  const wrong = new Set(matched.flatMap(({ problem }, index) => (problem ? [index] : [])));
  const known = match.data?.known ?? null;
  const change = (index: number, values: Partial<contract.CodTableRow>) => {
    setTouched(true);
    setRows((before) => before.map((row, at) => (at === index ? { ...row, ...values } : row)));
  };
  const remove = (gone: (index: number) => boolean) => {
    setTouched(true);
    setRows((before) => before.filter((_, at) => !gone(at)));
  };
  const total = matched.reduce((sum, { amount }) => sum + amount, 0);
  const ready = matched.length === rows.length && rows.length > 0 && wrong.size === 0 && !isOld;
  // Enter in a field must not settle what the server has not seen yet
  const submit: typeof form.submit = (event) => {
    event?.preventDefault();
    if (ready) form.submit();
  };
  if (!match.data && rows.length > 0)
    return match.error ? (
      <Alert color="red" icon={<IconAlertCircle />} role="alert">
        {messageOf(match.error)}
      </Alert>
    ) : (
      <LinesSkeleton />
    );
  return (
    <Stack gap="md">
      {/* once a row was changed, the table is no longer read anew */}
      {columns && !isTouched && (
        <TableColumns
          fields={COD_FIELDS}
          labels={t.fields}
          headers={headers ?? []}
          columns={columns}
          onChange={remap}
        />
      )}
      <Section
        title={t.from}
        action={
          wrong.size > 0 && (
            <Group gap="sm">
              {wrong.size < rows.length && (
                <Checkbox
                  label={t.onlyWrong(wrong.size, rows.length)}
                  checked={onlyWrong}
                  onChange={({ currentTarget: { checked } }) => setOnlyWrong(checked)}
                />
              )}
              <Button variant="default" size="compact-sm" onClick={() => remove((at) => wrong.has(at))}>
                {t.removeWrong(wrong.size)}
              </Button>
            </Group>
          )
        }
      >
        <Stack gap="xs" aria-busy={isOld}>
          {rows.length === 0 && <Text c="dimmed">{t.nothing}</Text>}
          {matched.length === rows.length &&
            matched.map((row, index) =>
              onlyWrong && wrong.size > 0 && !wrong.has(index) ? null : (
                <MatchedRow
                  key={rows[index]?.id}
                  row={row}
                  typed={rows[index]}
                  change={(values) => change(index, values)}
                  remove={() => remove((at) => at === index)}
                />
              ),
            )}
        </Stack>
      </Section>
      <Form form={{ ...form, submit }}>
        <Section title={t.register}>
          <Stack gap="md">
            <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
              <SelectField
                {...form.field('carrier')}
                label={t.carrier}
                required
                options={DELIVERY_OPERATORS.filter((one) => one !== 'pickup').map((value) => ({
                  value,
                  label: operatorNames[locale][value],
                }))}
              />
              <TextField {...form.field('number')} label={t.number} required maxLength={60} />
              <DateField {...form.field('date')} label={t.date} required max={today} />
            </SimpleGrid>
            {known !== null && <Alert color="yellow">{t.known(known)}</Alert>}
            <CheckboxField {...form.field('is_received')} label={t.received} hint={t.receivedHint} />
            {is_received && (
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                <DateField {...form.field('received_on')} label={t.receivedOn} required min={date} max={today} />
                <RadioField
                  {...form.field('account')}
                  label={t.account}
                  required
                  options={(['bank', 'cash'] as const).map((value) => ({ value, label: t.accounts[value] }))}
                />
              </SimpleGrid>
            )}
            {create.error instanceof CallError && (
              <Alert color="red" role="alert">
                {messageOf(create.error)}
              </Alert>
            )}
            <Text fw={600} role="status">
              {t.effect(rows.length, formatMoney(total), formatMoney(netOf(matched)))}
            </Text>
            {ready ? (
              <SubmitButton back="/cp/cod">{t.settle}</SubmitButton>
            ) : (
              <Group justify="flex-end">
                <Button disabled>{t.settle}</Button>
              </Group>
            )}
          </Stack>
        </Section>
      </Form>
    </Stack>
  );
}

interface MatchedProps {
  row: contract.MatchedRow;
  typed: contract.CodTableRow | undefined;
  change: (values: Partial<contract.CodTableRow>) => void;
  remove: () => void;
}

/** What the row means, its sums, and what of it differs or is wrong. */
function MatchedRow({ row, typed, change, remove }: MatchedProps) {
  const t = useText(text);
  const { order, problem } = row;
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
          {(problem === 'unknown' || problem === 'several' || problem === 'parcels') && (
            <TextInput
              aria-label={t.refOf(row.ref)}
              placeholder={t.fields.ref}
              value={typed?.ref ?? row.ref}
              onChange={({ currentTarget: { value } }) => change({ ref: value.slice(0, 60) })}
              maw={280}
              mt={4}
            />
          )}
        </div>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <MoneyInput
            label={t.amount}
            aria-label={t.amountFor(row.ref)}
            value={typed?.amount ?? row.amount}
            onChange={(amount) => change({ amount: amount === null ? null : Math.max(0, amount) })}
            description={hint(row.sum_difference, order?.sum ?? 0)}
            w={140}
          />
          <MoneyInput
            label={t.fee}
            aria-label={t.feeFor(row.ref)}
            value={typed?.fee ?? row.fee}
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
