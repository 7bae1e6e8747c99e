import { type BasketSupplier, MAX_COMMENT, SupplierChoice } from '@lanka/domain/purchases/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { GoodsName, titleOf } from '../catalog';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useText } from '../kit/text';
import { FieldsButton, FieldsForm, type FormValues, filledFields, startValues, useFields } from '../templates';
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
  const { supplier, choice, actions } = props;
  const fields = useFields(supplier.project_id, 'order');
  const ofLine = useFields(supplier.project_id, 'order_item');
  const without = (asked: typeof fields, given: Readonly<Record<string, unknown>> | undefined) =>
    asked.some(({ required, archived, key }) => required && !archived && given?.[key] == null);
  const lacks =
    without(fields, choice.fields) ||
    supplier.lines.some(({ product_variant_id }) => without(ofLine, choice.line_fields?.[product_variant_id]));
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isRefused = actions.refusals.some(({ path }) => {
    const [, project_id, ...at] = String(path).split('.');
    return project_id === supplier.project_id && at.includes('fields');
  });
  const isOpen = wanted ?? (lacks || isRefused || supplier.problems.some(({ path }) => path !== null));
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
      {isOpen && <Fields key={fields.map(({ key }) => key).join()} {...props} fields={fields} ofLine={ofLine} />}
    </Stack>
  );
}

/** What sending was refused for of what stands there. */
const saidOf = ({ refusals }: BasketActions, at: string): string | undefined =>
  refusals
    .flatMap(({ path, message }) => (String(path).startsWith(`suppliers.${at}`) ? [String(message)] : []))
    .join('. ') || undefined;

type Known = ReturnType<typeof useFields>;

function Fields({ supplier, choice, choices, actions, fields, ofLine }: MoreProps & { fields: Known; ofLine: Known }) {
  const t = useText(text);
  const refused = supplier.problems.find(({ path }) => path === 'promo_code')?.message;
  const form = useEntityForm({
    schema: SupplierChoice,
    initial: {
      promo_code: choice.promo_code ?? '',
      comment: choice.comment ?? '',
      fields: { ...startValues(fields, null), ...(choice.fields as FormValues | undefined) },
      line_fields: choice.line_fields ?? {},
    },
    guard: false,
    success: t.saved,
    submit: async ({ values: { fields: typed, ...rest } }) => {
      const filled = filledFields((typed ?? {}) as FormValues);
      const own = { ...rest, ...(filled ? { fields: filled } : {}) };
      const saved = await actions.details.mutateAsync({
        body: { suppliers: { ...choices, [supplier.project_id]: own } },
      });
      actions.refuse([]);
      return saved;
    },
  });
  const ofOrder = saidOf(actions, `${supplier.project_id}.fields.`);
  const told: Readonly<Record<string, FormValues>> = form.watch().line_fields ?? {};
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
        {ofOrder && (
          <Text size="sm" c="var(--text-negative)" role="alert">
            {ofOrder}
          </Text>
        )}
        <FieldsForm fields={fields} at={form.field('fields')} projectId={supplier.project_id} />
        {ofLine.length > 0 &&
          supplier.lines.map((line) => (
            <Group key={line.product_variant_id} justify="space-between" wrap="nowrap" gap="md">
              <GoodsName item={line} />
              <FieldsButton
                fields={ofLine}
                projectId={supplier.project_id}
                title={titleOf(line)}
                values={told[line.product_variant_id] ?? {}}
                error={saidOf(actions, `${supplier.project_id}.lines.${line.product_variant_id}.fields.`)}
                isNew={told[line.product_variant_id] === undefined}
                onChange={(given) =>
                  form.setValue('line_fields', { ...told, [line.product_variant_id]: filledFields(given) ?? {} })
                }
              />
            </Group>
          ))}
        <SubmitButton>{t.save}</SubmitButton>
      </Stack>
    </Form>
  );
}
