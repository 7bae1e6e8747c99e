import { Autocomplete, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { DayInput } from '../form/day';
import { useText } from '../text';
import { words } from '../words';
import type { FilterField } from './filters';

type Suggestions = () => readonly string[];

/**
 * Inside a popover: a portal of its own would count as a press outside. Its options stay when their field is scrolled out
 * of sight, or nobody reaches the last of them on a low screen.
 */
export const WITHIN = { withinPortal: false, hideDetached: false };

interface FilterInputProps {
  field: FilterField;
  value: string;
  onChange: (value: string | readonly string[] | null) => void;
}

/** Of what can be chosen so many are drawn; whoever wants another types. */
const MOST_SHOWN = 100;

/** The control of one filter; apart from `filters.tsx`, which every list draws at once. */
export function FilterInput({ field, value, onChange }: FilterInputProps) {
  const t = useText(words);
  switch (field.kind) {
    case 'choice':
      return (
        <Select
          label={field.label}
          placeholder={t.any}
          data={[...field.options]}
          searchable={field.options.length > 8}
          limit={MOST_SHOWN}
          clearable
          value={value || null}
          onChange={onChange}
          comboboxProps={WITHIN}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          label={field.label}
          placeholder={value ? '' : t.any}
          data={[...field.options]}
          searchable={field.options.length > 8}
          clearable
          value={value ? value.split(',') : []}
          onChange={onChange}
          comboboxProps={WITHIN}
        />
      );
    case 'date':
      return <DayInput label={field.label} clearable value={value || null} onChange={onChange} popoverProps={WITHIN} />;
    case 'flag':
      return (
        <Switch
          label={field.label}
          checked={value === 'true'}
          onChange={(event) => onChange(event.currentTarget.checked ? 'true' : null)}
        />
      );
    case 'own':
      return <field.Input label={field.label} value={value} onChange={onChange} />;
    case 'text':
      if (field.useSuggestions)
        return <Suggested {...{ field, value, onChange }} useSuggestions={field.useSuggestions} />;
      return <TextInput label={field.label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
}

/** Asks when a suggestion is chosen, or when the typing is done. */
function Suggested({ field, value, onChange, useSuggestions }: FilterInputProps & { useSuggestions: Suggestions }) {
  const suggestions = useSuggestions();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const ask = (next: string) => next.trim() !== value && onChange(next.trim() || null);
  return (
    <Autocomplete
      label={field.label}
      data={[...suggestions]}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={ask}
      onBlur={() => ask(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(typed);
      }}
      comboboxProps={WITHIN}
    />
  );
}
