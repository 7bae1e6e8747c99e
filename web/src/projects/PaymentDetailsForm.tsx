import { bankNameOf, formatIban, Iban, mfoOf } from '@lanka/domain/kit/iban';
import * as contract from '@lanka/domain/projects/contract';
import { SimpleGrid } from '@mantine/core';
import { useEffect } from 'react';
import { Form, SubmitButton } from '../kit/form/Form';
import { CheckboxField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { TaxCodeField } from './TaxCodeField';
import { text } from './text';

const EMPTY = {
  recipient_name: '',
  account_number: '',
  edrpou: '',
  ipn: '',
  mfo: '',
  certificate_number: '',
  bank_name: '',
  comment: '',
  main: false,
};

/** Payment details, new (null) or known. The bank and its code are read from the IBAN. */
export function PaymentDetailsForm({ details, close }: { details: contract.PaymentDetails | null; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: t.detailsSaved, quiet: true };
  const create = useAction(contract.createPaymentDetails, saving);
  const update = useAction(contract.updatePaymentDetails, saving);
  const form = useEntityForm({
    schema: contract.createPaymentDetails.body,
    initial: details ? { ...details, account_number: formatIban(details.account_number) } : EMPTY,
    guard: false,
    ...(details ? { version: details.version } : {}),
    submit: ({ values, changed, version }) =>
      details
        ? update.mutateAsync({ params: { project_id, id: details.id }, body: changed, if_match: version })
        : create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  const now = form.watch();
  const { setValue } = form;
  const iban = Iban.safeParse(now.account_number ?? '');
  const valid = iban.success ? iban.data : null;
  const hasBank = Boolean(now.bank_name);
  useEffect(() => {
    if (!valid) return;
    setValue('mfo', mfoOf(valid));
    setValue('account_number', formatIban(valid));
    const bank = bankNameOf(valid);
    if (bank && !hasBank) setValue('bank_name', bank);
  }, [valid, hasBank, setValue]);
  return (
    <Form form={form}>
      <TextField {...form.field('recipient_name')} label={t.recipient} required maxLength={200} autoFocus />
      <TextField {...form.field('account_number')} label={t.iban} placeholder="UA…" maxLength={60} autoComplete="off" />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField {...form.field('bank_name')} label={t.bank} hint={t.bankHint} maxLength={200} />
        <TextField {...form.field('mfo')} label={t.mfo} hint={' '} maxLength={20} />
        <TaxCodeField field={form.field('edrpou')} label={t.edrpou} value={now.edrpou} />
        <TextField {...form.field('ipn')} label={t.ipn} maxLength={40} />
        <TextField {...form.field('certificate_number')} label={t.certificate} maxLength={40} />
      </SimpleGrid>
      <TextareaField {...form.field('comment')} label={t.comment} rows={2} maxLength={1000} />
      <CheckboxField {...form.field('main')} label={t.main} hint={t.mainHint} />
      <SubmitButton back={close} />
    </Form>
  );
}
