/**
 * The right side panel of the shell, 350 wide, collapsible (specification §2.4). Beside the content from 1200 up,
 * over it below. One at a time; it closes when the page changes.
 *
 *   const panel = useSidePanel();
 *   panel.open({ title: t.balance, content: <LedgerRows … /> });
 */
import { ActionIcon, Box, Group, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../text';
import { words } from '../words';

export const PANEL_WIDTH = 350;

export interface PanelContent {
  title: string;
  content: ReactNode;
}

export interface SidePanel {
  open(content: PanelContent): void;
  close(): void;
  shown: PanelContent | null;
}

const PanelContext = createContext<SidePanel>({ open: () => {}, close: () => {}, shown: null });

export const useSidePanel = (): SidePanel => useContext(PanelContext);

export function SidePanelProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<PanelContent | null>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes on every change of page
  useEffect(() => setShown(null), [pathname]);
  const panel = useMemo(() => ({ open: setShown, close: () => setShown(null), shown }), [shown]);
  return <PanelContext value={panel}>{children}</PanelContext>;
}

const PanelDrawer = lazy(async () => ({ default: (await import('./PanelDrawer')).PanelDrawer }));

/** Where the shell shows the panel. */
export function SidePanelOutlet() {
  const { shown, close } = useSidePanel();
  const t = useText(words);
  const beside = useMediaQuery('(min-width: 1200px)', true, { getInitialValueInEffect: false });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shown && beside) heading.current?.focus();
  }, [shown, beside]);
  const asked = useRef(false);
  asked.current ||= shown !== null;
  if (!beside) {
    return asked.current ? (
      <Suspense>
        <PanelDrawer shown={shown} close={close} />
      </Suspense>
    ) : null;
  }
  if (!shown) return null;
  return (
    <aside className="side-panel" aria-label={t.sidePanel}>
      <Group justify="space-between" wrap="nowrap" p="md" pb="xs">
        <Title order={2} size="h4" ref={heading} tabIndex={-1}>
          {shown.title}
        </Title>
        <ActionIcon variant="subtle" color="gray" onClick={close} aria-label={t.closePanel}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <Box className="side-panel-body" px="md" pb="md" tabIndex={0}>
        {shown.content}
      </Box>
    </aside>
  );
}
