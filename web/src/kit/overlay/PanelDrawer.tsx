import { Drawer } from '@mantine/core';
import { useText } from '../text';
import { words } from '../words';
import { PANEL_WIDTH, type PanelContent } from './panel';

/** The side panel over the content, on windows that have no room beside it. */
export function PanelDrawer({ shown, close }: { shown: PanelContent | null; close: () => void }) {
  const t = useText(words);
  return (
    <Drawer
      opened={shown !== null}
      onClose={close}
      position="right"
      size={PANEL_WIDTH}
      title={shown?.title}
      closeButtonProps={{ 'aria-label': t.closePanel }}
    >
      {shown?.content}
    </Drawer>
  );
}
