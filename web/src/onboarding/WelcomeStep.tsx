import { updateMe } from '@lanka/domain/identity/contract';
import { requiredText } from '@lanka/domain/kit/ids';
import { Phone } from '@lanka/domain/kit/phone';
import { SimpleGrid, Stack } from '@mantine/core';
import { z } from 'zod';
import { Form } from '../kit/form/Form';
import { PhoneField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { joinName, splitName } from '../projects';
import { StepButtons, type StepProps, useDraft, useKept } from './parts';
import { text } from './text';

/** Name and surname, trimmed and not empty, and a valid phone (specification §5). */
const Person = z.object({ first_name: requiredText(60), surname: requiredText(59), phone_number: Phone });

export function WelcomeStep({ next, back }: StepProps) {
  const t = useText(text);
  const { user } = useSession();
  const draft = useDraft('welcome', { ...splitName(user.name), phone_number: user.phone_number ?? '' });
  const form = useEntityForm({
    schema: Person,
    initial: draft.start,
    guard: false,
    submit: ({ values }) =>
      call(updateMe, { body: { name: joinName(values), phone_number: values.phone_number } }).then(next),
  });
  useKept(draft, form.watch());
  return (
    <Form form={form}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextField {...form.field('first_name')} label={t.firstName} autoComplete="given-name" required autoFocus />
          <TextField {...form.field('surname')} label={t.surname} autoComplete="family-name" required />
        </SimpleGrid>
        <PhoneField {...form.field('phone_number')} label={t.phone} required />
        <StepButtons back={back} busy={form.isSaving} />
      </Stack>
    </Form>
  );
}
