/** A counterparty found by typing: the server searches, because there may be thousands. */
import { type Counterparty, listCounterparties, readCounterparty } from '@lanka/domain/partners/contract';
import { Loader, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCall } from '../kit/query';
import { useText } from '../kit/text';
import { formText } from './form-text';

interface CounterpartySelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  project_id: string;
  value: string | null;
  onChange: (id: string | null) => void;
}

const SHOWN = 30;

/** The chosen one, also when the list of the moment does not hold it. */
export const useCounterparty = (project_id: string, id: string | null) =>
  useCall(readCounterparty, { params: { project_id, id: id ?? '-' } }, { enabled: id !== null, staleTime: 60_000 });

export function CounterpartySelect({ project_id, value, onChange, ...rest }: CounterpartySelectProps) {
  const t = useText(formText);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 250);
  const chosen = useCounterparty(project_id, value);
  // The name of the chosen one stands in the input; it is not a search.
  const searched = q === '' || q === chosen.data?.name ? undefined : q;
  const found = useCall(
    listCounterparties,
    { params: { project_id }, query: { limit: SHOWN, ...(searched ? { q: searched } : {}) } },
    { keepPrevious: true },
  );
  const options = new Map<string, Pick<Counterparty, 'id' | 'name' | 'legal_name'>>();
  for (const one of found.data?.items ?? []) options.set(one.id, one);
  if (chosen.data) options.set(chosen.data.id, chosen.data);
  return (
    <Select
      clearable
      {...rest}
      data={[...options.values()].map(({ id, name, legal_name }) => ({
        value: id,
        label: legal_name && legal_name !== name ? `${name} (${legal_name})` : name,
      }))}
      value={value}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in more than the name.
      filter={({ options: all }) => all}
      nothingFoundMessage={found.isFetching ? t.startTyping : t.nobodyFound}
      rightSection={found.isFetching && typed !== '' ? <Loader size={16} /> : undefined}
      maxDropdownHeight={320}
    />
  );
}
