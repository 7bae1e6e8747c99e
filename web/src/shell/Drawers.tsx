import { Drawer } from '@mantine/core';
import type { SidebarEntry } from '../kit/slice';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { ProjectList } from './ProjectSwitcher';
import { Sidebar } from './Sidebar';
import { text } from './text';
import { UserMenuContent } from './UserMenu';

export type DrawerName = 'menu' | 'project' | 'user';

interface DrawersProps {
  opened: DrawerName | null;
  close: () => void;
  entries: readonly SidebarEntry[];
}

/** On small screens: the sidebar from the side, the project switcher and the user menu from below. */
export function Drawers({ opened, close, entries }: DrawersProps) {
  const t = useText(text);
  const w = useText(words);
  const fromBelow = { position: 'bottom', size: 'auto', radius: 'md', onClose: close } as const;
  return (
    <>
      <Drawer
        opened={opened === 'menu'}
        onClose={close}
        size={280}
        title={t.menu}
        closeButtonProps={{ 'aria-label': w.close }}
      >
        <Sidebar entries={entries} onNavigate={close} />
      </Drawer>
      <Drawer {...fromBelow} opened={opened === 'project'} title={t.switchProject}>
        <ProjectList close={close} />
      </Drawer>
      <Drawer {...fromBelow} opened={opened === 'user'} title={t.profile}>
        <UserMenuContent close={close} />
      </Drawer>
    </>
  );
}
