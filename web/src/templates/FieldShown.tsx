import type { FieldValue, TemplateField } from '@lanka/domain/templates/fields';
import { printedValue } from '@lanka/domain/templates/rules';
import { Anchor } from '@mantine/core';
import { fileLink } from '../kit/display/file-link';
import { useLocale } from '../kit/text';

/** One value, as its type is read. */
export function FieldShown({ field, value }: { field: Pick<TemplateField, 'type'>; value: unknown }) {
  const { locale } = useLocale();
  if (value === undefined || value === null || value === '') return <>–</>;
  if (typeof value === 'object' && 'url' in value) {
    const file = value as { name: string; url: string };
    return (
      <Anchor {...fileLink(file)} inherit className="wrap-anywhere">
        {file.name}
      </Anchor>
    );
  }
  const shown = printedValue(field.type, value as FieldValue, locale);
  if (field.type === 'link') return <Leading to={shown}>{shown.replace(/^https?:\/\//, '')}</Leading>;
  if (field.type === 'long_text') return <span style={{ whiteSpace: 'pre-line' }}>{shown}</span>;
  return <span className={field.type === 'number' || field.type === 'money' ? 'figures' : undefined}>{shown}</span>;
}

const Leading = ({ to, children }: { to: string; children: string }) => (
  <Anchor href={to} target="_blank" rel="noreferrer" inherit className="wrap-anywhere">
    {children}
  </Anchor>
);
