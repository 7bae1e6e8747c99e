import { Scroller } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../text';
import { words } from '../words';

/**
 * A row of tabs that may be wider than the window: where more of them are, the row fades and has a button that scrolls
 * by 200 px (specification §9, Scroll buttons). The chosen tab is brought into view, sideways only.
 */
export function TabScroller({ chosen, children }: { chosen: string | null; children: ReactNode }) {
  const t = useText(words);
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is chosen
  useEffect(() => {
    const tab = row.current?.querySelector('[aria-selected=true]');
    const viewport = tab?.closest('.tab-viewport');
    if (!viewport || !tab?.parentElement) return;
    const show = () => {
      const frame = viewport.getBoundingClientRect();
      const { left, right } = tab.getBoundingClientRect();
      if (left < frame.left + CONTROL) viewport.scrollLeft += left - frame.left - CONTROL;
      else if (right > frame.right - CONTROL) viewport.scrollLeft += right - frame.right + CONTROL;
    };
    // at once, and when a telephone is turned or counts come, which make the tabs wider
    const sizes = new ResizeObserver(show);
    sizes.observe(viewport);
    sizes.observe(tab.parentElement);
    return () => sizes.disconnect();
  }, [chosen]);
  return (
    <Scroller
      ref={row}
      className="tab-row"
      classNames={{ container: 'tab-viewport' }}
      controlSize={CONTROL}
      edgeGradientColor="var(--ground)"
      draggable={false}
      startControlProps={{ 'aria-label': t.tabsBefore }}
      endControlProps={{ 'aria-label': t.tabsAfter }}
    >
      {children}
    </Scroller>
  );
}

/** How wide the fading edge with its button is. */
const CONTROL = 56;
