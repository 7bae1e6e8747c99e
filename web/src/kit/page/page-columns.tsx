import { ActionIcon, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { remember, remembered } from '../storage';
import { useText } from '../text';
import { words } from '../words';

/**
 * A detail page with its right side panel (specification §2.4): 350 wide and collapsible on a wide window, below the
 * rest on a narrow one. Whether it is collapsed is remembered.
 */
export function PageColumns({ side, children }: { side: ReactNode; children: ReactNode }) {
  const t = useText(words);
  const id = useId();
  const [collapsed, setCollapsed] = useState(() => remembered('side-panel') === 'collapsed');
  const toggle = () => {
    remember('side-panel', collapsed ? null : 'collapsed');
    setCollapsed(!collapsed);
  };
  return (
    <div className="page-columns" data-collapsed={collapsed || undefined}>
      <Stack gap="md" miw={0}>
        {children}
      </Stack>
      {/* the children stay the same ones: what somebody has begun on them outlives a window that is drawn wider */}
      {side !== null && (
        <aside className="page-side">
          <ActionIcon
            className="page-side-toggle"
            variant="default"
            size={24}
            radius="xl"
            aria-label={collapsed ? t.showSide : t.hideSide}
            aria-expanded={!collapsed}
            aria-controls={id}
            onClick={toggle}
          >
            {collapsed ? <IconChevronLeft size={16} /> : <IconChevronRight size={16} />}
          </ActionIcon>
          <div id={id} className="page-side-content">
            {side}
          </div>
        </aside>
      )}
    </div>
  );
}
