import { type BasketSupplier, MAX_COMMENT, SupplierChoice } from '@lanka/domain/purchases/contract';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useText } from '../kit/text';
import { FieldsForm, type FormValues, filledFields, startValues, useFields } from '../templates';
import { text } from './text';
import type { BasketActions } from './useBasket';

interface MoreProps {
  supplier: BasketSupplier;
  choice: SupplierChoice;
  /** All of them: they are saved together. */
  choices: Readonly<Record<string, SupplierChoice>>;
  actions: BasketActions;
}

/** What only this supplier is told: closed until somebody wants it, or it lacks something. */
export function SupplierMore(props: MoreProps) {
  const t = useText(text);
  const { supplier, choice } = props;
  const fields = useFields(supplier.project_id, 'order');
  const lacks = fields.some(({ required, archived, key }) => required && !archived && choice.fields?.[key] == null);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? (lacks || supplier.problems.some(({ path }) => path !== null));
  return (
    <Stack gap="xs" px="md" pb="md">
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={t.moreOf(supplier.title)}
          onClick={() => setWanted(!isOpen)}
        >
          {t.more}
        </Button>
      </div>
      {isOpen && <Fields key={fields.map(({ key }) => key).join()} {...props} fields={fields} />}
    </Stack>
  );
}

function Fields({ supplier, choice, choices, actions, fields }: MoreProps & { fields: ReturnType<typeof useFields> }) {
  const t = useText(text);
  const refused = supplier.problems.find(({ path }) => path === 'promo_code')?.message;
  const form = useEntityForm({
    schema: SupplierChoice,
    initial: {
      promo_code: choice.promo_code ?? '',
      comment: choice.comment ?? '',
      fields: { ...startValues(fields, null), ...(choice.fields as FormValues | undefined) },
    },
    guard: false,
    success: t.saved,
    submit: ({ values: { fields: typed, ...rest } }) => {
      const filled = filledFields((typed ?? {}) as FormValues);
      const own = { ...rest, ...(filled ? { fields: filled } : {}) };
      return actions.details.mutateAsync({ body: { suppliers: { ...choices, [supplier.project_id]: own } } });
    },
  });
  return (
    <Form form={form}>
      <Stack gap="md" maw={640}>
        <TextField
          {...form.field('promo_code')}
          label={t.promoCode}
          {...(refused ? { refused } : {})}
          maxLength={60}
          autoComplete="off"
        />
        <TextareaField {...form.field('comment')} label={t.ownComment} rows={2} maxLength={MAX_COMMENT} />
        <FieldsForm fields={fields} at={form.field('fields')} projectId={supplier.project_id} />
        <SubmitButton>{t.save}</SubmitButton>
      </Stack>
    </Form>
  );
}
