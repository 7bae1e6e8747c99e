import { updateMe } from '@lanka/domain/identity/contract';
import { text as freeText } from '@lanka/domain/kit/ids';
import { Stack } from '@mantine/core';
import { z } from 'zod';
import { Form } from '../kit/form/Form';
import { TextareaField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { StepButtons, type StepProps, useDraft, useKept } from './parts';
import { text } from './text';

const Placement = z.object({ drop_description: freeText(2000).nullable().optional() });

/** Free words about oneself and where one sells; optional. */
export function PlacementStep({ next, back }: StepProps) {
  const t = useText(text);
  const { user } = useSession();
  const draft = useDraft('placement', { drop_description: user.drop_description });
  const form = useEntityForm({
    schema: Placement,
    initial: draft.start,
    guard: false,
    submit: async ({ values }) => {
      const words = values.drop_description?.trim() || null;
      if (words !== user.drop_description) await call(updateMe, { body: { drop_description: words } });
      await next();
    },
  });
  useKept(draft, form.watch());
  return (
    <Form form={form}>
      <Stack>
        <TextareaField {...form.field('drop_description')} label={t.about} hint={t.aboutHint} maxLength={2000} />
        <StepButtons back={back} busy={form.isSaving} />
      </Stack>
    </Form>
  );
}
