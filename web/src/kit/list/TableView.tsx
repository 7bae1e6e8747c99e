/** The view menu of a table: which columns, how tall the rows, and saved views. Part of `DataTable`. */
import { ActionIcon, Button, Checkbox, Divider, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../text';
import { words } from '../words';
import type { Column } from './columns';
import type { Density } from './density';
import { FITTING, SCROLLS } from './fitting';
import { readTable, type StoredTable, shownColumns, withView, writeTable } from './views';

export interface ShownColumns<T> {
  columns: Column<T>[];
  stored: StoredTable;
  store(next: StoredTable): void;
}

export function useShownColumns<T>(id: string | undefined, all: readonly Column<T>[]): ShownColumns<T> {
  const [stored, setStored] = useState(() => (id ? readTable(id) : { columns: null, views: [] }));
  return {
    columns: shownColumns(all, stored.columns),
    stored,
    store(next) {
      setStored(next);
      if (id) writeTable(id, next);
    },
  };
}

interface TableViewProps<T> {
  all: readonly Column<T>[];
  shown: ShownColumns<T>;
  density: Density;
  setDensity: (next: Density) => void;
}

export function TableView<T>({ all, shown, density, setDensity }: TableViewProps<T>) {
  const t = useText(words);
  const { stored, store, columns } = shown;
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const toggle = (id: string) => {
    const now = columns.map((column) => column.id);
    store({ ...stored, columns: now.includes(id) ? now.filter((other) => other !== id) : [...now, id] });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() === '') return;
    store(withView(stored, name.trim(), window.location.search));
    setName('');
  };
  return (
    <Popover position="bottom-end" width={300} shadow="md" middlewares={FITTING} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} />}>
          {t.view}
        </Button>
      </Popover.Target>
      <Popover.Dropdown style={SCROLLS}>
        <Stack gap="xs">
          <Text fw={600} size="sm">
            {t.columns}
          </Text>
          {all.slice(1).map((column) => (
            <Checkbox
              key={column.id}
              label={column.title}
              checked={columns.includes(column)}
              onChange={() => toggle(column.id)}
            />
          ))}
          <Divider />
          <Checkbox
            label={t.compactRows}
            checked={density === 'compact'}
            onChange={(event) => setDensity(event.currentTarget.checked ? 'compact' : 'comfortable')}
          />
          <Divider />
          {stored.views.length > 0 && (
            <Text fw={600} size="sm">
              {t.savedViews}
            </Text>
          )}
          {stored.views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap">
              <Button
                variant="subtle"
                size="compact-md"
                flex={1}
                justify="flex-start"
                onClick={() => {
                  store({ ...stored, columns: view.columns });
                  navigate({ search: view.search });
                }}
              >
                {view.name}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.deleteView(view.name)}
                onClick={() => store({ ...stored, views: stored.views.filter((other) => other !== view) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          ))}
          <form onSubmit={save}>
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                flex={1}
                label={t.viewName}
                maxLength={60}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" title={t.saveView} disabled={name.trim() === ''}>
                {t.save}
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
