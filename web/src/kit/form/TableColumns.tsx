import { NativeSelect, SimpleGrid } from '@mantine/core';
import { Section } from '../display/facts';
import { texts, useText } from '../text';

const text = texts({
  ua: {
    title: 'Стовпці таблиці',
    none: 'Немає в таблиці',
    columnOf: (name: string, at: number) => name || `Стовпець ${at}`,
  },
  en: {
    title: 'Columns of the table',
    none: 'Not in the table',
    columnOf: (name: string, at: number) => name || `Column ${at}`,
  },
});

interface Props<F extends string> {
  fields: readonly F[];
  labels: Readonly<Record<F, string>>;
  headers: readonly string[];
  /** In which column each field stands, from 0; null where in none. */
  columns: Readonly<Record<F, number | null>>;
  onChange: (columns: Readonly<Record<F, number | null>>) => void;
}

/** What stands in which column of a table that was read. */
export function TableColumns<F extends string>({ fields, labels, headers, columns, onChange }: Props<F>) {
  const t = useText(text);
  // a table without a header may have columns that no header names
  const last = Math.max(headers.length - 1, ...fields.map((field) => columns[field] ?? -1));
  const choices = [
    { value: '', label: t.none },
    ...Array.from({ length: last + 1 }, (_, at) => ({
      value: String(at),
      label: t.columnOf(headers[at] ?? '', at + 1),
    })),
  ];
  return (
    <Section title={t.title}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="md">
        {fields.map((field) => (
          <NativeSelect
            key={field}
            label={labels[field]}
            data={choices}
            value={columns[field] === null ? '' : String(columns[field])}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...columns, [field]: value === '' ? null : Number(value) })
            }
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
