import { type RefObject, useEffect, useRef } from 'react';

/** For a row of tabs that may be wider than the window: the chosen one is brought into view, sideways only. */
export function useTabInView(chosen: string | null): RefObject<HTMLDivElement | null> {
  const viewport = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is chosen
  useEffect(() => {
    const tab = viewport.current?.querySelector('[aria-selected=true]');
    if (!viewport.current || !tab) return;
    const frame = viewport.current.getBoundingClientRect();
    const { left, right } = tab.getBoundingClientRect();
    if (left < frame.left) viewport.current.scrollLeft += left - frame.left;
    else if (right > frame.right) viewport.current.scrollLeft += right - frame.right;
  }, [chosen]);
  return viewport;
}
