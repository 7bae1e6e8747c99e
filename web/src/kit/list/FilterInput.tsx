import { Autocomplete, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useState } from 'react';
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
      return <Typed {...{ field, value, onChange }} />;
  }
}

/** What is typed, and how it is asked for. */
function useTyped({ value, onChange }: FilterInputProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const ask = (next: string) => next.trim() !== value && onChange(next.trim() || null);
  const done = {
    onBlur: () => ask(typed),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') ask(typed);
    },
  };
  return { typed, setTyped, ask, done };
}

/** Asks when the typing is done: of what is matched whole, half is nothing. */
function Typed(props: FilterInputProps) {
  const { typed, setTyped, done } = useTyped(props);
  return (
    <TextInput
      label={props.field.label}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      {...done}
    />
  );
}

/** Asks when a suggestion is chosen, or when the typing is done. */
function Suggested({ useSuggestions, ...props }: FilterInputProps & { useSuggestions: Suggestions }) {
  const suggestions = useSuggestions();
  const { typed, setTyped, ask, done } = useTyped(props);
  return (
    <Autocomplete
      label={props.field.label}
      data={[...suggestions]}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={ask}
      {...done}
      comboboxProps={WITHIN}
    />
  );
}
