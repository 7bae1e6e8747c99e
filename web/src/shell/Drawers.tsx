import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { SidebarEntry } from '../kit/slice';
import { useText } from '../kit/text';
import { ProjectList } from './ProjectList';
import { Sidebar } from './Sidebar';
import { text } from './text';
import { UserMenuContent } from './UserMenuContent';

export type DrawerName = 'menu' | 'project' | 'user';

interface DrawersProps {
  opened: DrawerName | null;
  open: (name: DrawerName) => void;
  close: () => void;
  entries: readonly SidebarEntry[];
}

/**
 * The sidebar from the side, the user menu from below, the project switcher from where its button is: from the side
 * beside the sidebar, from below on small screens.
 */
export function Drawers({ opened, open, close, entries }: DrawersProps) {
  const t = useText(text);
  const wide = useMediaQuery('(min-width: 992px)', true, { getInitialValueInEffect: false });
  const fromSide = { position: 'left', size: 320, onClose: close } as const;
  const fromBelow = { position: 'bottom', size: 'auto', radius: 'md', onClose: close } as const;
  return (
    <>
      <Drawer opened={opened === 'menu'} onClose={close} size={280} title={t.menu}>
        <Sidebar entries={entries} onNavigate={close} switchProject={() => open('project')} />
      </Drawer>
      <Drawer {...(wide ? fromSide : fromBelow)} opened={opened === 'project'} title={t.switchProject}>
        <ProjectList close={close} />
      </Drawer>
      <Drawer {...fromBelow} opened={opened === 'user'} title={t.profile}>
        <UserMenuContent close={close} />
      </Drawer>
    </>
  );
}
