/** A row without a page of its own shows all its columns in the side panel. Part of `DataTable`. */
import { ActionIcon } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type PanelContent, useSidePanel } from '../overlay/panel';
import { useText } from '../text';
import { words } from '../words';
import type { DataTableProps } from './table-props';

export function useRowDetails<T>({
  label,
  list,
  columns,
  rowKey,
}: Pick<DataTableProps<T>, 'label' | 'list' | 'columns' | 'rowKey'>) {
  const panel = useSidePanel();
  const opened = useRef<{ key: string; content: PanelContent } | null>(null);
  const open = (row: T) => {
    const facts = columns.filter(({ title, only }) => title !== '' && only === undefined);
    const content = {
      title: label,
      content: (
        <dl className="facts">
          {facts.map((column) => (
            <div key={column.id}>
              <dt>{column.title}</dt>
              <dd>{column.render(row)}</dd>
            </div>
          ))}
        </dl>
      ),
    };
    opened.current = { key: rowKey(row), content };
    panel.open(content);
  };
  // What the panel shows of a row keeps up with the row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows are new, nothing else
  useEffect(() => {
    const shown = opened.current;
    const row = shown && shown.content === panel.shown && list.items.find((one) => rowKey(one) === shown.key);
    if (row) open(row);
  }, [list.items]);
  return open;
}

export function DetailsButton({ open }: { open: () => void }) {
  const t = useText(words);
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-haspopup="dialog" aria-label={t.details} onClick={open}>
      <IconListDetails size={16} />
    </ActionIcon>
  );
}
