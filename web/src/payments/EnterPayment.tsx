import { kyivDate } from '@lanka/domain/kit/time';
import { listCounterparties, readCounterparty } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/payments/contract';
import { balanceChange } from '@lanka/domain/payments/rules';
import { Group, Modal, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, MoneyField, RadioField, SelectField, TextareaField } from '../kit/form/fields';
import { Finder } from '../kit/form/finder';
import type { UploadedFile } from '../kit/form/uploads';
import { type FieldBinding, useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { accountNames, BeforeAfter, ClosedDays } from '../partners';
import { type PaidOrder, useUnpaid } from './left';
import { ByOrders, chosen, OrderParts, useParts } from './OrderParts';
import { ReceiptsField } from './Receipts';
import { text, typeNames } from './text';

interface EnterProps {
  opened: boolean;
  close: () => void;
  counterpartyId?: string | undefined;
  type?: contract.PaymentType;
  /** The orders that it pays, and how much of each is left to pay. */
  orders?: readonly PaidOrder[] | undefined;
  /** How many that were chosen need no payment. */
  leftOut?: number;
  /** Besides `close`, when it was entered. */
  saved?: () => void;
}

/** Staff's own entry: a receipt or a withdrawal, confirmed at once. */
export function EnterPayment({ opened, close, ...rest }: EnterProps) {
  const t = useText(text);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={rest.orders ? t.ofOrders(rest.orders.map(({ number }) => number)) : t.enter}
      size="lg"
      centered
    >
      <EnterForm close={close} {...rest} />
    </Modal>
  );
}

const EntryBody = contract.CreatePaymentBody.omit({ files: true, orders: true }).required({ counterparty_id: true });

function EnterForm({
  close,
  counterpartyId = '',
  type = 'receipt',
  orders,
  leftOut = 0,
  saved,
}: Omit<EnterProps, 'opened'>) {
  const t = useText(text);
  const types = useText(typeNames);
  const accounts = useText(accountNames);
  const project_id = useProjectId();
  const today = kyivDate(new Date());
  const create = useAction(contract.createPayment, { success: t.entered, quiet: true });
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const form = useEntityForm({
    schema: EntryBody,
    initial: {
      ...{ counterparty_id: counterpartyId, type, date: today, comment: '' },
      ...(orders
        ? { amount: orders.reduce((sum, { left }) => sum + left, 0), account: 'bank' }
        : { amount: '', account: 'cash' }),
    },
    guard: false,
    submit: ({ values }) =>
      create.mutateAsync({
        params: { project_id },
        body: {
          ...values,
          ...(parts.body.length > 0 ? { orders: parts.body } : {}),
          files: files.map(({ file_name }) => file_name),
        },
      }),
    onSaved: () => {
      saved?.();
      close();
    },
  });
  const now = form.watch();
  // chosen for the one that stands there; whoever is chosen next is asked anew
  const [byOrdersOf, setByOrdersOf] = useState('');
  const isByOrders = byOrdersOf !== '' && byOrdersOf === now.counterparty_id;
  const mayName = !orders && now.type === 'receipt' && Boolean(now.counterparty_id);
  const unpaid = useUnpaid(project_id, now.counterparty_id, mayName);
  const parts = useParts(orders ? chosen(orders) : isByOrders ? unpaid : [], Number(now.amount) || 0);
  return (
    <Form form={form}>
      {!orders && <CounterpartyChoice {...form.field('counterparty_id')} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {!orders && (
          <RadioField
            {...form.field('type')}
            label={t.type}
            required
            options={contract.PaymentType.options.map((value) => ({ value, label: types[value] }))}
          />
        )}
        <SelectField
          {...form.field('account')}
          label={t.account}
          hint={t.accountHint}
          required
          options={contract.PaymentAccount.options.map((value) => ({ value, label: accounts[value] }))}
        />
        <MoneyField {...form.field('amount')} label={t.amount} required />
        <DateField {...form.field('date')} label={t.date} max={today} required />
      </SimpleGrid>
      <ByOrders
        found={unpaid}
        isChosen={isByOrders}
        choose={(isChosen) => setByOrdersOf(isChosen ? now.counterparty_id : '')}
      />
      {(isByOrders || (orders && orders.length > 1)) && parts.rows.length > 0 && (
        <OrderParts parts={parts} error={create.error} sent={create.variables?.body.orders} />
      )}
      {leftOut > 0 && (
        <Text size="sm" c="dimmed">
          {t.leftOut(leftOut)}
        </Text>
      )}
      <TextareaField {...form.field('comment')} label={t.comment} hint={t.commentHint} rows={2} maxLength={500} />
      <ReceiptsField projectId={project_id} files={files} onChange={setFiles} />
      <BalanceAfter
        counterpartyId={now.counterparty_id}
        date={now.date}
        change={balanceChange(now.type, Number(now.amount) || 0)}
      />
      <SubmitButton back={close}>{t.enter}</SubmitButton>
    </Form>
  );
}

/** What the payment will make of the balance, before it is entered. */
function BalanceAfter({ counterpartyId, date, change }: { counterpartyId: string; date: string; change: number }) {
  const t = useText(text);
  const project_id = useProjectId();
  const counterparty = useCall(
    readCounterparty,
    { params: { project_id, id: counterpartyId || '-' } },
    { enabled: Boolean(counterpartyId) },
  );
  if (!counterparty.data || !counterpartyId) return null;
  const { balance, closed_until } = counterparty.data;
  return (
    <>
      <ClosedDays until={closed_until} date={date} />
      <Group justify="space-between" role="status">
        <Text c="dimmed">{t.willBe}</Text>
        <Text component="div" className="figures">
          <BeforeAfter before={balance} after={balance + change} signed />
        </Text>
      </Group>
    </>
  );
}

/** Chooses a counterparty by typing; the server searches. */
function CounterpartyChoice({ name, control }: FieldBinding) {
  const t = useText(text);
  const project_id = useProjectId();
  const { field, fieldState } = useController({ name, control });
  const chosen = typeof field.value === 'string' ? field.value : '';
  const current = useCall(readCounterparty, { params: { project_id, id: chosen || '-' } }, { enabled: chosen !== '' });
  return (
    <Finder
      inputRef={field.ref}
      label={t.counterparty}
      required
      error={fieldState.error?.message}
      find={async (q, signal) => {
        const query = { limit: 20, ...(q ? { q } : {}) };
        return (await call(listCounterparties, { params: { project_id }, query, ...(signal ? { signal } : {}) })).items;
      }}
      keyOf={(one) => one.id}
      nameOf={(one) => one.name}
      onPick={(one) => field.onChange(one.id)}
      chosen={chosen && current.data ? current.data.name : ''}
      onBlur={field.onBlur}
    />
  );
}
