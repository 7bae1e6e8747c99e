import type { FieldValues, TemplateField } from '@lanka/domain/templates/fields';
import { lazy, Suspense } from 'react';
import type { Column } from '../kit/list/DataTable';
import type { FilterField } from '../kit/list/filters';
import { useChosen } from '../kit/list/views';
import { type Locale, texts } from '../kit/text';

/** Comes with the first column that somebody chooses: lists are opened before anything else. */
const FieldShown = lazy(async () => ({ default: (await import('./FieldShown')).FieldShown }));

const MoneyFilter = lazy(async () => ({ default: (await import('./MoneyFilter')).MoneyFilter }));
const MoneyChosen = lazy(async () => ({ default: (await import('./MoneyFilter')).MoneyChosen }));

const answers = texts({ ua: { yes: 'Так', no: 'Ні' }, en: { yes: 'Yes', no: 'No' } });

const listed = (fields: readonly TemplateField[]) =>
  fields.filter(({ show_in_list, archived }) => show_in_list && !archived);

const columnOf = ({ key }: TemplateField) => `fields.${key}`;

/** Keys of the fields whose columns were chosen in the table: what `with_fields` asks the server for. */
export function useChosenFields(table: string, fields: readonly TemplateField[]): string[] {
  const all = listed(fields);
  const chosen = useChosen(table, all.map(columnOf));
  return all.filter((field) => chosen.includes(columnOf(field))).map(({ key }) => key);
}

/** The fields that lists show, each a column to choose. */
export function fieldColumns<Row extends { fields?: FieldValues | undefined }>(
  fields: readonly TemplateField[],
): Column<Row>[] {
  return listed(fields).map((field) => ({
    id: columnOf(field),
    title: field.name,
    optional: true,
    ...(field.type === 'number' || field.type === 'money' ? { align: 'right' as const } : { cut: true }),
    render: ({ fields: values }) => (
      <Suspense>
        <FieldShown field={field} value={values?.[field.key]} />
      </Suspense>
    ),
  }));
}

/** A filter for each of them. */
export function fieldFilters(fields: readonly TemplateField[], locale: Locale): FilterField[] {
  return listed(fields).flatMap(({ key, name, type, options }): FilterField[] => {
    const named = { name: `fields.${key}`, label: name };
    if (type === 'select' || type === 'multi_select')
      return [{ ...named, kind: 'choice', options: options.map((value) => ({ value, label: value })) }];
    if (type === 'yes_no') {
      const options = [
        { value: 'true', label: answers[locale].yes },
        { value: 'false', label: answers[locale].no },
      ];
      return [{ ...named, kind: 'choice', options }];
    }
    if (type === 'money') return [{ ...named, kind: 'own', Input: MoneyFilter, Chosen: MoneyChosen }];
    if (type === 'date') return [{ ...named, kind: 'date' }];
    return type === 'text' || type === 'link' || type === 'number' ? [{ ...named, kind: 'text' }] : [];
  });
}
