import { updateMe } from '@lanka/domain/identity/contract';
import { Iban } from '@lanka/domain/kit/iban';
import { requiredText } from '@lanka/domain/kit/ids';
import { Phone } from '@lanka/domain/kit/phone';
import { LegalType, TaxCode } from '@lanka/domain/kit/tax_code';
import { SimpleGrid, Stack } from '@mantine/core';
import { z } from 'zod';
import { Form } from '../kit/form/Form';
import { PhoneField, RadioField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { joinName, splitName, TaxCodeField } from '../projects';
import { StepButtons, type StepProps, useDraft, useKept } from './parts';
import { text } from './text';

/** Tax code and IBAN are optional for dropshippers, and right when they are given (specification §5). */
const Company = z.object({
  drop_legal_type: LegalType,
  first_name: requiredText(60),
  surname: requiredText(59),
  drop_legal_name: requiredText(200),
  phone_number: Phone,
  edropoy_code: TaxCode.nullable().optional(),
  iban: Iban.nullable().optional(),
});

export function CompanyStep({ next, back }: StepProps) {
  const t = useText(text);
  const { user } = useSession();
  const draft = useDraft('company', {
    drop_legal_type: user.drop_legal_type ?? 'ФОП',
    ...splitName(user.name),
    drop_legal_name: user.drop_legal_name ?? '',
    phone_number: user.phone_number ?? '',
    edropoy_code: user.edropoy_code,
    iban: user.iban,
  });
  const form = useEntityForm({
    schema: Company,
    initial: draft.start,
    guard: false,
    submit: ({ values: { first_name, surname, ...fields } }) =>
      call(updateMe, { body: { ...fields, name: joinName({ first_name, surname }) } }).then(next),
  });
  const now = form.watch();
  useKept(draft, now);
  const legalTypes = Object.entries(t.legalTypes).map(([value, label]) => ({ value, label }));
  return (
    <Form form={form}>
      <Stack>
        <RadioField {...form.field('drop_legal_type')} label={t.legalType} options={legalTypes} required />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...form.field('first_name')} label={t.firstName} autoComplete="given-name" required />
          <TextField {...form.field('surname')} label={t.surname} autoComplete="family-name" required />
        </SimpleGrid>
        <TextField {...form.field('drop_legal_name')} label={t.legalName} hint={t.legalNameHint} required />
        <PhoneField {...form.field('phone_number')} label={t.phone} required />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TaxCodeField
            field={form.field('edropoy_code')}
            label={t.taxCodeOptional}
            value={now.edropoy_code}
            legalType={now.drop_legal_type}
          />
          <TextField {...form.field('iban')} label={t.ibanOptional} placeholder="UA…" maxLength={60} />
        </SimpleGrid>
        <StepButtons back={back} busy={form.isSaving} />
      </Stack>
    </Form>
  );
}
