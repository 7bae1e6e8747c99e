import type { TemplateField } from '@lanka/domain/templates/fields';
import { isEmptyValue } from '@lanka/domain/templates/rules';
import { Button, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { type FieldBinding, useEntityForm } from '../kit/form/useEntityForm';
import { useLocale, useText } from '../kit/text';
import { FieldInput } from './FieldInput';
import { FieldShown } from './FieldShown';
import { text } from './text';
import { type FormValues, fieldsPart, startValues } from './values';

export interface FieldsFormProps {
  /** Of one set. */
  fields: readonly TemplateField[];
  /** Where the values stand in the form: `form.field('fields')`. */
  at: FieldBinding;
  projectId: string;
}

/** The inputs of all active fields; archived ones that have a value are shown, greyed. */
function Inputs({ fields, at: { name, control }, projectId }: FieldsFormProps) {
  const t = useText(text);
  const values = (useWatch({ name, control }) ?? {}) as FormValues;
  const wide = new Set(['long_text', 'file', 'multi_select']);
  const active = fields.filter(({ archived }) => !archived);
  const archived = fields.filter((field) => field.archived && values[field.key] !== undefined);
  return (
    <Stack gap="md" className="named-by-project">
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        {active.map((field) => (
          <div key={field.id} style={wide.has(field.type) ? { gridColumn: '1 / -1' } : undefined}>
            <FieldInput field={field} projectId={projectId} name={`${name}.${field.key}`} control={control} />
          </div>
        ))}
      </SimpleGrid>
      {archived.map((field) => (
        <Text key={field.id} size="sm" c="dimmed" component="div">
          {`${field.name} (${t.archivedField}): `}
          <FieldShown field={field} value={values[field.key]} />
        </Text>
      ))}
    </Stack>
  );
}

/** A part of a form with the additional fields; nothing where there are none. */
export function FieldsForm(props: FieldsFormProps) {
  const t = useText(text);
  if (props.fields.length === 0) return null;
  return (
    <Section title={t.fields}>
      <Inputs {...props} />
    </Section>
  );
}

interface FieldsButtonProps {
  fields: readonly TemplateField[];
  projectId: string;
  /** What it is of, for the heading. */
  title: string;
  values: FormValues;
  /** It does not exist yet: its fields begin with their defaults. */
  isNew: boolean;
  /** What the server said against it. */
  error?: string | undefined;
  onChange: (values: FormValues) => void;
}

/** Of a row in a table: a button that opens the fields, and is red when one of them is wrong. */
export function FieldsButton({ fields, projectId, title, values, isNew, error, onChange }: FieldsButtonProps) {
  const t = useText(text);
  const [opened, setOpened] = useState(false);
  if (fields.length === 0) return null;
  const filled = Object.values(values).filter((value) => !isEmptyValue(value)).length;
  const shown = filled > 0 ? t.fieldsFilled(filled) : t.fill;
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant={error ? 'outline' : 'default'}
        {...(error ? { color: 'red' } : {})}
        size="compact-md"
        leftSection={<IconForms size={16} />}
        onClick={() => setOpened(true)}
        aria-label={`${shown}. ${t.fieldsOf(title)}`}
      >
        {shown}
      </Button>
      <Modal opened={opened} onClose={close} title={t.fieldsOf(title)} size="lg" centered>
        <RowForm
          {...{ fields, projectId, close, error }}
          start={isNew ? { ...startValues(fields, null), ...values } : values}
          onChange={onChange}
        />
      </Modal>
    </>
  );
}

interface RowFormProps extends Pick<FieldsButtonProps, 'fields' | 'projectId' | 'error' | 'onChange'> {
  start: FormValues;
  close: () => void;
}

/** A form of its own: what is typed goes into the row when it is right, or not at all. */
function RowForm({ fields, projectId, start, error, onChange, close }: RowFormProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const schema = useMemo(() => z.object({ fields: fieldsPart(fields, true, locale) }), [fields, locale]);
  const form = useEntityForm({
    schema,
    initial: { fields: start },
    guard: false,
    submit: async ({ values }) => values.fields,
    onSaved: (values) => {
      onChange(values);
      close();
    },
  });
  return (
    <Form form={form}>
      {error && (
        <Text size="sm" c="var(--text-negative)" role="alert">
          {error}
        </Text>
      )}
      <Inputs fields={fields} at={form.field('fields')} projectId={projectId} />
      <SubmitButton back={close}>{t.done}</SubmitButton>
    </Form>
  );
}

/** What stands in the form against the fields of a row, for its button. */
export function useFieldsError({ name, control }: FieldBinding): string | undefined {
  const { errors } = useFormState({ control, name });
  const at = name
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], errors);
  return messagesIn(at).join('. ') || undefined;
}

/** Messages of a tree of errors, as the library of forms keeps them. */
export function messagesIn(errors: unknown): string[] {
  if (typeof errors !== 'object' || errors === null) return [];
  if ('message' in errors && typeof errors.message === 'string') return [errors.message];
  return Object.entries(errors).flatMap(([key, inner]) => messagesIn(inner).map((words) => `${key}: ${words}`));
}
