import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useText } from '../text';
import { words } from '../words';
import type { MenuEntry } from './page';

interface PageMenuProps {
  entries: readonly MenuEntry[];
  defaultOpened?: boolean;
  size?: number;
}

/** What else can be done on a page; apart from `page.tsx`, because it comes after the page. */
export function PageMenu({ entries, defaultOpened = false, size = 36 }: PageMenuProps) {
  const t = useText(words);
  return (
    <Menu position="bottom-end" width={240} defaultOpened={defaultOpened}>
      <Menu.Target>
        <ActionIcon variant="default" size={size} aria-label={t.more}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(({ label, to, onClick, icon: IconShown, danger, disabledReason }) => {
          const common = {
            leftSection: IconShown ? <IconShown size={16} /> : undefined,
            ...(danger ? { color: 'red' } : {}),
            disabled: Boolean(disabledReason),
            ...(disabledReason ? { title: disabledReason } : {}),
          };
          return to ? (
            <Menu.Item key={label} {...common} component={Link} to={to}>
              {label}
            </Menu.Item>
          ) : (
            <Menu.Item key={label} {...common} onClick={onClick}>
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
