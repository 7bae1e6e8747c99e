import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/payments/contract';
import { Modal, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, MoneyField, SelectField, TextareaField } from '../kit/form/fields';
import type { UploadedFile } from '../kit/form/uploads';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { ClosedDays } from '../partners';
import { type PaidOrder, useUnpaid } from './left';
import { ByOrders, chosen, OrderParts, useParts } from './OrderParts';
import { ReceiptsField } from './Receipts';
import { text } from './text';

interface ReportProps {
  opened: boolean;
  close: () => void;
  suppliers: readonly Pick<contract.SupplierBalance, 'project_id' | 'project_title' | 'closed_until'>[];
  projectId?: string | undefined;
  order?: PaidOrder | undefined;
}

/** A dropshipper says that he has paid; the supplier's staff confirms it. */
export function ReportPayment({ opened, close, ...rest }: ReportProps) {
  const t = useText(text);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={rest.order ? t.ofOrders([rest.order.number]) : t.reportTitle}
      centered
    >
      <ReportForm close={close} {...rest} />
    </Modal>
  );
}

const ReportBody = contract.CreatePaymentBody.pick({ amount: true, date: true, comment: true }).extend({
  project_id: z.string().min(1, { error: 'required' }),
});

function ReportForm({ close, suppliers, projectId, order }: Omit<ReportProps, 'opened'>) {
  const t = useText(text);
  const today = kyivDate(new Date());
  const report = useAction(contract.createPayment, { success: t.sent, quiet: true });
  const only = suppliers.length === 1 ? suppliers[0]?.project_id : undefined;
  // an upload belongs to the supplier it was sent to
  const [files, setFiles] = useState<Readonly<Record<string, readonly UploadedFile[]>>>({});
  const form = useEntityForm({
    schema: ReportBody,
    initial: { project_id: projectId ?? only ?? '', amount: order?.left ?? '', date: today, comment: '' },
    guard: false,
    submit: ({ values: { project_id, ...payment } }) =>
      report.mutateAsync({
        params: { project_id },
        body: {
          ...payment,
          ...(parts.body.length > 0 ? { orders: parts.body } : {}),
          type: 'receipt',
          files: (files[project_id] ?? []).map(({ file_name }) => file_name),
        },
      }),
    onSaved: close,
  });
  const now = form.watch();
  // chosen for the one that stands there; whoever is chosen next is asked anew
  const [byOrdersOf, setByOrdersOf] = useState('');
  const isByOrders = byOrdersOf !== '' && byOrdersOf === now.project_id;
  const unpaid = useUnpaid(now.project_id, undefined, !order && now.project_id !== '');
  const parts = useParts(order ? chosen([order]) : isByOrders ? unpaid : [], Number(now.amount) || 0);
  return (
    <Form form={form}>
      <Text>{t.reportText}</Text>
      {!order && (
        <SelectField
          {...form.field('project_id')}
          label={t.supplier}
          required
          options={suppliers.map((one) => ({ value: one.project_id, label: one.project_title }))}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MoneyField {...form.field('amount')} label={t.amount} required />
        <DateField {...form.field('date')} label={t.date} max={today} required />
      </SimpleGrid>
      <ClosedDays
        until={suppliers.find((one) => one.project_id === now.project_id)?.closed_until}
        date={now.date ?? ''}
      />
      <ByOrders
        found={unpaid}
        isChosen={isByOrders}
        choose={(isChosen) => setByOrdersOf(isChosen ? now.project_id : '')}
      />
      {isByOrders && parts.rows.length > 0 && (
        <OrderParts parts={parts} error={report.error} sent={report.variables?.body.orders} />
      )}
      <TextareaField {...form.field('comment')} label={t.comment} rows={2} maxLength={500} />
      {now.project_id && (
        <ReceiptsField
          projectId={now.project_id}
          files={files[now.project_id] ?? []}
          onChange={(change) =>
            setFiles((known) => ({ ...known, [now.project_id]: change(known[now.project_id] ?? []) }))
          }
        />
      )}
      <SubmitButton back={close}>{t.report}</SubmitButton>
    </Form>
  );
}
