/** A counterparty found by typing: the server searches, because there may be thousands. */
import { listCounterpartyNames, readCounterparty } from '@lanka/domain/partners/contract';
import type { TextInputProps } from '@mantine/core';
import { Finder } from '../kit/form/finder';
import { call } from '../kit/http/call';
import { useCall } from '../kit/http/query';

interface CounterpartySelectProps
  extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'className'> {
  project_id: string;
  value: string | null;
  onChange: (id: string | null) => void;
  onBlur?: () => void;
  /** There must be one: it can be changed, not taken away. */
  required?: boolean;
  'aria-label'?: string;
}

const SHOWN = 30;

/** All of one, for who may see it. */
export const useCounterparty = (project_id: string, id: string | null) =>
  useCall(readCounterparty, { params: { project_id, id: id ?? '-' } }, { enabled: id !== null, staleTime: 60_000 });

/** How the chosen one is called, also when the list of the moment does not hold it. */
export const useCounterpartyName = (project_id: string, id: string | null) =>
  useCall(
    listCounterpartyNames,
    { params: { project_id }, query: { id: id ?? '', limit: 1 } },
    { enabled: id !== null, staleTime: 60_000 },
  ).data?.items[0];

const titleOf = ({ name, legal_name }: { name: string; legal_name: string }): string =>
  legal_name && legal_name !== name ? `${name} (${legal_name})` : name;

export function CounterpartySelect({ project_id, value, onChange, ...rest }: CounterpartySelectProps) {
  const chosen = useCounterpartyName(project_id, value);
  return (
    <Finder
      {...rest}
      find={async (q, signal) => {
        const query = { limit: SHOWN, ...(q ? { q } : {}) };
        return (await call(listCounterpartyNames, { params: { project_id }, query, ...(signal ? { signal } : {}) }))
          .items;
      }}
      keyOf={({ id }) => id}
      nameOf={titleOf}
      onPick={({ id }) => onChange(id)}
      chosen={value && chosen ? titleOf(chosen) : ''}
      {...(rest.required ? {} : { onClear: () => onChange(null) })}
    />
  );
}
