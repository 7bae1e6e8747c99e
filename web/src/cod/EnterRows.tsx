import * as contract from '@lanka/domain/cod/contract';
import { netOf } from '@lanka/domain/cod/rules';
import { COD_FIELDS } from '@lanka/domain/cod/table';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import { DELIVERY_OPERATORS } from '@lanka/domain/orders/entities';
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertCircle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { CheckboxField, DateField, RadioField, SelectField, TextField } from '../kit/form/fields';
import { TableColumns } from '../kit/form/TableColumns';
import { useEntityForm } from '../kit/form/useEntityForm';
import { CallError, call } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { LinesSkeleton } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { operatorNames } from '../orders';
import { MatchedRows } from './MatchedRows';
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
  const isOld = match.isFetching || typed !== asked;
  const matched = rows.length === 0 ? [] : (match.data?.rows ?? []);
  wanted.current = matched.flatMap(({ order, amount, fee }) =>
    order ? [{ order_id: order.id, parcel_id: order.parcel_id, amount, fee }] : [],
  );
  const known = match.data?.known ?? null;
  const change = (id: number, values: Partial<contract.CodTableRow>) => {
    setTouched(true);
    setRows((before) => before.map((row) => (row.id === id ? { ...row, ...values } : row)));
  };
  const remove = (gone: ReadonlySet<number>) => {
    setTouched(true);
    setRows((before) => before.filter(({ id }) => !gone.has(id)));
  };
  const total = matched.reduce((sum, { amount }) => sum + amount, 0);
  const ready = matched.length === rows.length && rows.length > 0 && matched.every(({ problem }) => !problem) && !isOld;
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
      <MatchedRows rows={rows} matched={matched} isOld={isOld} change={change} remove={remove} />
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
