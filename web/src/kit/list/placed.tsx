import './placed.css';
import { ActionIcon, Group, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Icon } from '../page/page';

export interface PlacedAction<T> {
  label: (name: string) => string;
  icon: Icon;
  run: (item: T) => void;
}

interface PlacedRowsProps<T> {
  items: readonly T[];
  /** Beside the name. */
  beside: (item: T) => ReactNode;
  /** Puts the first in the place of the second; left out for who may not. */
  place?: { up: (name: string) => string; down: (name: string) => string; run: (item: T, at: T) => void };
  actions: readonly PlacedAction<T>[];
}

/** A short list in an order that is set by hand. */
export function PlacedRows<T extends { id: string; name: string }>(props: PlacedRowsProps<T>) {
  const { items, beside, place, actions } = props;
  const arrow = (label: string, icon: Icon, item: T, at: T | undefined) => (
    <RowButton label={label} icon={icon} isOff={!at} run={() => at && place?.run(item, at)} />
  );
  return (
    <ul className="placed-rows">
      {items.map((item, nth) => (
        <li key={item.id}>
          <div className="placed-name">
            <span className="wrap-anywhere">{item.name}</span>
            {beside(item)}
          </div>
          <Group gap={0} wrap="nowrap">
            {place && arrow(place.up(item.name), IconArrowUp, item, items[nth - 1])}
            {place && arrow(place.down(item.name), IconArrowDown, item, items[nth + 1])}
            {actions.map(({ label, icon, run }) => (
              <RowButton key={label('')} label={label(item.name)} icon={icon} run={() => run(item)} />
            ))}
          </Group>
        </li>
      ))}
    </ul>
  );
}

function RowButton({ label, icon: Shown, isOff = false, run }: RowButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} disabled={isOff} onClick={run}>
        <Shown size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

interface RowButtonProps {
  label: string;
  icon: Icon;
  isOff?: boolean;
  run: () => void;
}
