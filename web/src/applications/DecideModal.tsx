import * as contract from '@lanka/domain/applications/contract';
import type { SupplierDeed } from '@lanka/domain/applications/deeds';
import { termsSetBy } from '@lanka/domain/applications/terms';
import { OnLimit } from '@lanka/domain/ledger/charges';
import { MAX_PAYMENT_DAYS } from '@lanka/domain/partners/contract';
import { Modal, SimpleGrid, Text } from '@mantine/core';
import { Form, SubmitButton } from '../kit/form/Form';
import {
  CheckboxField,
  ChoicesField,
  MoneyField,
  PercentField,
  QuantityField,
  SelectField,
  TextareaField,
} from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { useGroups } from '../partners';
import { usePriceLevels } from '../price_levels';
import { useManagers } from '../projects';
import { text } from './text';

/** What is decided in a dialog; an invitation is only asked about. */
export type DecidedDeed = Exclude<SupplierDeed, 'invite'>;

const STATUS = { approve: 'approved', reject: 'rejected', block: 'blocked', unblock: 'pending' } as const;

interface DecideProps {
  application: contract.Application;
  /** Null while it is closed. */
  deed: DecidedDeed | null;
  close: () => void;
}

export function DecideModal({ application, deed, close }: DecideProps) {
  const t = useText(text);
  const title = deed ? t[`${deed}Title`](application.applicant.name) : '';
  return (
    <Modal opened={deed !== null} onClose={close} title={title} size={deed === 'approve' ? 'lg' : 'md'} centered>
      {deed && <DecideForm application={application} deed={deed} close={close} />}
    </Modal>
  );
}

function DecideForm({ application, deed, close }: DecideProps & { deed: DecidedDeed }) {
  const t = useText(text);
  const project_id = useProjectId();
  const status = STATUS[deed];
  const decide = useAction(contract.decideApplication, {
    success: status === 'pending' ? t.unblocked : t[status],
    quiet: true,
  });
  const form = useEntityForm({
    schema: contract.DecideBody,
    initial: {
      status,
      consent: false,
      ...(deed === 'approve'
        ? { ...NO_TERMS, ...application.known, ...termsSetBy(application.preset) }
        : { reason: '' }),
    },
    guard: false,
    // only what was changed: what a known counterparty has agreed, its own or its group's, stays as it is
    submit: ({ changed }) =>
      decide.mutateAsync({ params: { project_id, id: application.id }, body: { ...changed, status, consent: true } }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <Text>
        {deed === 'approve' && application.known ? t.approveKnownText(application.known.name) : t[`${deed}Text`]}
      </Text>
      {deed === 'approve' && <TermsFields form={form} />}
      {deed === 'reject' && (
        <TextareaField
          {...form.field('reason')}
          label={t.rejectReason}
          hint={t.rejectReasonHint}
          maxLength={1000}
          required
        />
      )}
      {deed === 'block' && <TextareaField {...form.field('reason')} label={t.blockReason} maxLength={1000} />}
      <CheckboxField {...form.field('consent')} label={t.decideConsent} required />
      <SubmitButton back={close}>{t[deed]}</SubmitButton>
    </Form>
  );
}

const NO_TERMS = {
  discount: 0,
  price_level_id: '',
  manager_id: '',
  payment_days: '',
  credit_limit: '',
  on_limit: 'warn',
  group_ids: [],
};

/** By which terms somebody is let in. */
function TermsFields({ form }: { form: EntityForm<typeof contract.DecideBody> }) {
  const t = useText(text);
  const managers = useManagers();
  const project_id = useProjectId();
  const levels = usePriceLevels(project_id);
  const groups = useGroups(project_id);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <PercentField {...form.field('discount')} label={t.discount} hint={t.discountHint} />
      <SelectField {...form.field('manager_id')} label={t.manager} options={managers} placeholder={t.allManagers} />
      {levels.options.length > 0 && (
        <SelectField
          {...form.field('price_level_id')}
          label={t.priceLevel}
          options={levels.options}
          placeholder={t.mainPrice}
        />
      )}
      <QuantityField {...form.field('payment_days')} label={t.paymentDays} min={0} max={MAX_PAYMENT_DAYS} />
      <MoneyField {...form.field('credit_limit')} label={t.creditLimit} hint={t.creditLimitHint} />
      <SelectField
        {...form.field('on_limit')}
        label={t.onLimit}
        required
        options={OnLimit.options.map((value) => ({ value, label: t.onLimits[value] }))}
      />
      {groups.options.length > 0 && (
        <ChoicesField
          {...form.field('group_ids')}
          label={t.groups}
          hint={t.groupsHint}
          options={groups.options}
          placeholder={t.noGroups}
        />
      )}
    </SimpleGrid>
  );
}
