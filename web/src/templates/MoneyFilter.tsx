import { useEffect, useState } from 'react';
import { Money } from '../kit/display/values';
import { MoneyInput } from '../kit/form/inputs';
import type { OwnFilterProps } from '../kit/list/filters';

/** Kopecks as the address has them; what is no number is nothing. */
const kopecksIn = (value: string): number | null => (/^\d{1,15}$/.test(value) ? Number(value) : null);

/** A sum is typed in hryvnias and asked for when it is typed. */
export function MoneyFilter({ label, value, onChange }: OwnFilterProps) {
  const [typed, setTyped] = useState(() => kopecksIn(value));
  useEffect(() => setTyped(kopecksIn(value)), [value]);
  const ask = () => {
    const next = typed === null ? null : String(typed);
    if (!Number.isNaN(typed) && next !== (value || null)) onChange(next);
  };
  return (
    <MoneyInput
      label={label}
      value={typed}
      onChange={setTyped}
      onBlur={ask}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask();
      }}
    />
  );
}

export function MoneyChosen({ value }: { value: string }) {
  const kopecks = kopecksIn(value);
  return kopecks === null ? value : <Money kopecks={kopecks} />;
}
