/**
 * Search and filters of a list, both in the URL.
 *
 *   <SearchField list={list} placeholder={t.searchHint} />
 *   <Filters list={list} fields={[
 *     { name: 'manager_id', label: t.manager, kind: 'choice', options: managers },
 *     { name: 'status', label: t.status, kind: 'choices', options: … },
 *     { name: 'created_from', label: t.from, kind: 'date' },
 *     { name: 'only_mine', label: t.onlyMine, kind: 'flag' },
 *   ]} />
 *
 * Active filters stand beside the button as chips that can be removed.
 */
import { Button, CloseButton, Group, Pill, Popover, Stack, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { DateOnly } from '../display/values';
import { LinesSkeleton } from '../page/states';
import { useText } from '../text';
import { words } from '../words';
import { FITTING, SCROLLS } from './fitting';
import type { ListState } from './list';

/** What is drawn when the filters open: loaded as soon as somebody reaches for the button. */
const inputs = () => import('./FilterInput');
const FilterInput = lazy(async () => ({ default: (await inputs()).FilterInput }));

interface Choice {
  value: string;
  label: string;
}

interface Named {
  name: string;
  label: string;
}

export type FilterField =
  | (Named & { kind: 'choice' | 'choices'; options: readonly Choice[] })
  | (Named & { kind: 'date' | 'flag' })
  /** `useSuggestions` is asked when the filters are opened. */
  | (Named & { kind: 'text'; useSuggestions?: () => readonly string[] })
  /** A lazy input of a slice's own, and how it shows what is chosen. */
  | (Named & { kind: 'own'; Input: ComponentType<OwnFilterProps>; Chosen: ComponentType<{ value: string }> });

export interface OwnFilterProps {
  label: string;
  value: string;
  onChange: (value: string | null) => void;
}

/** One of the dropshipper's suppliers. */
export const supplierFilter = (
  label: string,
  suppliers: readonly { readonly id: string; readonly title: string }[],
): FilterField => ({
  name: 'project_id',
  label,
  kind: 'choice',
  options: suppliers.map(({ id, title }) => ({ value: id, label: title })),
});

export interface ListHolder {
  list: { state: ListState };
}

/** Asks the server 300 ms after the last letter. */
const SEARCH_PAUSE = 300;

export function SearchField({ list, placeholder }: ListHolder & { placeholder?: string }) {
  const t = useText(words);
  const given = list.state.values.q ?? '';
  const [text, setText] = useState(given);
  useEffect(() => setText(given), [given]);
  const send = useDebouncedCallback((q: string) => list.state.set({ q: q.trim() || null }), SEARCH_PAUSE);
  return (
    <TextInput
      type="search"
      className="search-field"
      aria-label={placeholder ?? t.search}
      placeholder={placeholder ?? t.search}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && (
          <CloseButton
            size="sm"
            aria-label={t.clearSearch}
            onClick={() => {
              setText('');
              list.state.set({ q: null });
            }}
          />
        )
      }
      maxLength={120}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      // before what is pressed next: a search that goes into the address later would take its way back
      onBlur={() => send.flush()}
    />
  );
}

/** Where filters will stand that are loaded late. */
export function FiltersPlace() {
  const t = useText(words);
  return (
    <Button variant="default" leftSection={<IconFilter size={16} />} disabled>
      {t.filters}
    </Button>
  );
}

export function Filters({ list, fields }: ListHolder & { fields: readonly FilterField[] }) {
  const t = useText(words);
  const { filters, set, clear } = list.state;
  const active = fields.filter((field) => filters[field.name] !== undefined);
  return (
    <>
      <Popover position="bottom-start" width={300} shadow="md" middlewares={FITTING} trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconFilter size={16} />}
            onMouseEnter={() => void inputs()}
            onFocus={() => void inputs()}
          >
            {active.length > 0 ? `${t.filters} · ${active.length}` : t.filters}
          </Button>
        </Popover.Target>
        <Popover.Dropdown style={SCROLLS}>
          <Stack gap="sm">
            <Suspense fallback={<LinesSkeleton />}>
              {fields.map((field) => (
                <FilterInput
                  key={field.name}
                  field={field}
                  value={filters[field.name] ?? ''}
                  onChange={(value) => set({ [field.name]: value })}
                />
              ))}
            </Suspense>
            <Button variant="subtle" onClick={clear} disabled={active.length === 0}>
              {t.clearFilters}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <Group gap={6}>
        {active.map((field) => (
          <Pill
            key={field.name}
            size="lg"
            withRemoveButton
            onRemove={() => set({ [field.name]: null })}
            removeButtonProps={{ 'aria-label': t.removeFilter(field.label), 'aria-hidden': false, tabIndex: 0 }}
          >
            {field.label}
            {field.kind !== 'flag' && ': '}
            <Shown field={field} value={filters[field.name] ?? ''} />
          </Pill>
        ))}
      </Group>
    </>
  );
}

function Shown({ field, value }: { field: FilterField; value: string }) {
  if (field.kind === 'flag') return null;
  if (field.kind === 'date') return <DateOnly date={value} />;
  if (field.kind === 'own')
    return (
      <Suspense>
        <field.Chosen value={value} />
      </Suspense>
    );
  if (!('options' in field)) return value;
  const { options } = field;
  const labels = value.split(',').map((one) => options.find((option) => option.value === one)?.label ?? one);
  return labels.join(', ');
}
