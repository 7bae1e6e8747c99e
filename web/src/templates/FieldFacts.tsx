import type { FieldValues, TemplateField } from '@lanka/domain/templates/fields';
import { Text } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { useText } from '../kit/text';
import { FieldShown } from './FieldShown';
import { text } from './text';

const withValue = (fields: readonly TemplateField[], values: FieldValues) =>
  fields.filter(({ key }) => values[key] !== undefined);

/** A part of a page: all fields that have a value, those of archived fields greyed. Nothing where none has. */
export function FieldFacts({ fields, values }: { fields: readonly TemplateField[]; values: FieldValues }) {
  const t = useText(text);
  const shown = withValue(fields, values);
  if (shown.length === 0) return null;
  return (
    <Section title={t.fields}>
      <dl className="facts">
        {shown.map((field) => (
          <div key={field.id} style={field.archived ? { color: 'var(--mantine-color-dimmed)' } : undefined}>
            <dt title={field.archived ? t.archivedField : undefined}>
              {field.archived ? `${field.name} (${t.archivedField})` : field.name}
            </dt>
            <dd className="wrap-anywhere">
              <FieldShown field={field} value={values[field.key]} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

interface FieldLineProps {
  fields: readonly TemplateField[];
  values: FieldValues;
}

/** Under a name in a row, all that have a value: `Обхват: 92 · Склад: льон`. */
export function FieldLine({ fields, values }: FieldLineProps) {
  const t = useText(text);
  const shown = withValue(fields, values);
  if (shown.length === 0) return null;
  return (
    <Text component="span" size="sm" c="dimmed" display="block" className="wrap-anywhere">
      {shown.map((field, i) => (
        <span key={field.id}>
          {i > 0 && ' · '}
          {`${field.archived ? `${field.name} (${t.archivedField})` : field.name}: `}
          <FieldShown field={field} value={values[field.key]} />
        </span>
      ))}
    </Text>
  );
}
