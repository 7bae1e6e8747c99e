import { Select } from '@mantine/core';
import { WITHIN } from '../kit/list/FilterInput';
import type { OwnFilterProps } from '../kit/list/filters';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';
import { useGroups } from './useGroups';

/** The filter by a group of counterparties; not there where there are no groups. */
export function GroupInput({ label, value, onChange }: OwnFilterProps) {
  const t = useText(text);
  const { options } = useGroups(useProjectId());
  if (options.length === 0) return null;
  return (
    <Select
      label={label}
      placeholder={t.anyGroup}
      data={options}
      searchable={options.length > 8}
      clearable
      value={value || null}
      onChange={onChange}
      comboboxProps={WITHIN}
    />
  );
}

export function GroupName({ value }: { value: string }) {
  return useGroups(useProjectId()).items.find(({ id }) => id === value)?.name ?? '…';
}
