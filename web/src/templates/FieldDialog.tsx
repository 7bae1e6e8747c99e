import * as contract from '@lanka/domain/templates/contract';
import { isEmptyValue } from '@lanka/domain/templates/rules';
import { Code, Group, Stack, Text } from '@mantine/core';
import { z } from 'zod';
import { Form, SubmitButton } from '../kit/form/Form';
import { CheckboxField, SelectField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { FieldInput } from './FieldInput';
import { text } from './text';

const { name, key, type } = contract.CreateFieldBody.shape;
const FieldForm = z.object({
  ...{ name, key, type },
  options: z.string(),
  required: z.boolean(),
  show_in_list: z.boolean(),
  on_papers: z.boolean(),
  in_feeds: z.boolean(),
  default_value: z.unknown(),
});
type FieldForm = z.output<typeof FieldForm>;

/** People write options one to a line. */
const optionsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const bodyOf = ({ options, default_value, ...values }: FieldForm) => ({
  ...values,
  ...(contract.isChoice(values.type) ? { options: optionsIn(options) } : {}),
  default_value: isEmptyValue(default_value) || values.type === 'file' ? null : default_value,
});

interface FieldDialogProps {
  set: contract.TemplateSet;
  field: contract.TemplateField | null;
  close: () => void;
}

/** What stands in the dialog that makes or changes a field. */
export function FieldDialog({ set, field, close }: FieldDialogProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: field ? t.saved : t.added, quiet: true };
  const create = useAction(contract.createField, saving);
  const update = useAction(contract.updateField, saving);
  const start = {
    ...{ name: field?.name ?? '', key: field?.key ?? '', type: field?.type ?? ('text' as const) },
    ...{ options: field?.options.join('\n') ?? '', default_value: field?.default_value ?? '' },
    ...{ required: field?.required ?? false, show_in_list: field?.show_in_list ?? true },
    on_papers: field?.on_papers ?? false,
    in_feeds: field?.in_feeds ?? false,
  };
  const form = useEntityForm({
    schema: FieldForm,
    initial: start,
    guard: false,
    ...(field ? { version: field.version } : {}),
    submit: ({ values, version }) => {
      const body = bodyOf(values);
      if (!field) return create.mutateAsync({ params: { project_id, set }, body });
      const params = { project_id, set, id: field.id };
      return update.mutateAsync({ params, body, ...(version === undefined ? {} : { if_match: version }) });
    },
    onSaved: close,
  });
  const now = form.watch();
  const chosen = now.type as contract.FieldType;
  const isOrder = set === 'order' || set === 'order_item';
  const sample = { name: t.defaultValue, type: chosen, required: false, options: optionsIn(String(now.options)) };
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label={t.name} required maxLength={120} autoFocus />
      {field ? (
        <div>
          <Group gap={6}>
            <Text size="sm" fw={500}>
              {t.key}:
            </Text>
            <Code>{field.key}</Code>
            <Text size="sm">· {t.types[field.type]}</Text>
          </Group>
          <Text size="sm" c="dimmed">
            {t.keyFixed}
          </Text>
        </div>
      ) : (
        <>
          <TextField {...form.field('key')} label={t.key} hint={t.keyHint} required maxLength={40} autoComplete="off" />
          <SelectField
            {...form.field('type')}
            label={t.type}
            hint={t.typeFixed}
            required
            searchable={false}
            options={contract.FIELD_TYPES.map((value) => ({ value, label: t.types[value] }))}
          />
        </>
      )}
      {contract.isChoice(chosen) && (
        <TextareaField {...form.field('options')} label={t.options} hint={t.optionsHint} required rows={4} />
      )}
      {chosen !== 'file' && (
        <FieldInput
          key={chosen}
          {...form.field('default_value')}
          field={sample}
          projectId={project_id}
          hint={t.defaultHint}
        />
      )}
      <Stack gap="xs">
        <CheckboxField {...form.field('required')} label={t.required} {...(isOrder ? { hint: t.requiredHint } : {})} />
        <CheckboxField {...form.field('show_in_list')} label={t.showInList} hint={t.showInListHint} />
        <CheckboxField {...form.field('on_papers')} label={t.onPapers} />
        {!isOrder && chosen !== 'file' && (
          <CheckboxField {...form.field('in_feeds')} label={t.inFeeds} hint={t.inFeedsHint} />
        )}
      </Stack>
      <SubmitButton back={close} />
    </Form>
  );
}

const DuplicateForm = contract.duplicateField.body;

/** A field like this one, under another key. */
export function DuplicateDialog({ field, close }: { field: contract.TemplateField; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const duplicate = useAction(contract.duplicateField, { success: t.duplicated, quiet: true });
  const form = useEntityForm({
    schema: DuplicateForm,
    initial: { key: `${field.key.slice(0, 38)}_2` },
    guard: false,
    submit: ({ values }) =>
      duplicate.mutateAsync({ params: { project_id, set: field.set, id: field.id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField
        {...form.field('key')}
        label={t.newKey}
        hint={t.keyHint}
        required
        maxLength={40}
        autoComplete="off"
        autoFocus
      />
      <SubmitButton back={close}>{t.duplicate}</SubmitButton>
    </Form>
  );
}
