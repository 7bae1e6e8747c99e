import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/payouts/contract';
import { Alert, Modal, SimpleGrid, Text } from '@mantine/core';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, RadioField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { CallError } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { sumOf } from './sums';
import { text } from './text';

interface PayProps {
  payout: contract.Payout;
  rows: readonly contract.PayoutRow[];
  close: () => void;
}

const Body = contract.PayRowsBody.pick({ date: true, account: true });

/** On which day the money left, from where, and what that does. */
export function PayRows({ payout, rows, close }: PayProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const today = kyivDate(new Date());
  const pay = useAction(contract.payRows, { quiet: true, success: t.paidDone });
  const form = useEntityForm({
    schema: Body,
    initial: { date: today, account: 'bank' },
    guard: false,
    submit: ({ values }) =>
      pay.mutateAsync({
        params: { project_id, id: payout.id },
        body: { ...values, row_ids: rows.map(({ id }) => id) },
      }),
    onSaved: close,
  });
  const names = new Map(rows.map((row) => [row.id, row.counterparty_name]));
  const short =
    pay.error instanceof CallError && pay.error.code === contract.payoutErrors.balance_fell.code
      ? pay.error.details
      : [];
  return (
    <Modal opened onClose={close} title={t.payTitle} centered>
      <Form form={form}>
        <Text>{t.payEffect(rows.length, formatMoney(sumOf(rows)))}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <DateField {...form.field('date')} label={t.payDate} min={payout.date} max={today} required />
          <RadioField
            {...form.field('account')}
            label={t.account}
            required
            options={(['bank', 'cash'] as const).map((value) => ({ value, label: t.accounts[value] }))}
          />
        </SimpleGrid>
        {short.length > 0 && (
          <Alert color="red" role="alert">
            {short.map((one) => (
              <div key={String(one.row_id)}>
                {names.get(String(one.row_id))}: {formatMoney(Number(one.balance))}
              </div>
            ))}
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {t.payFinal}
        </Text>
        <SubmitButton back={close}>{t.pay}</SubmitButton>
      </Form>
    </Modal>
  );
}
