import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** So long nothing must have been asked of the server: the first page stands on the screen. */
const QUIET_MS = 300;

let isOver = false;

/**
 * Whether the first page that was opened has all it shows. What nobody looks for at once (the page's menu, counts of
 * the sidebar, a filter that has to be opened first) waits for it, and from then on is loaded without waiting.
 */
export function useFirstLoadOver(): boolean {
  const fetching = useIsFetching();
  const [over, setOver] = useState(isOver);
  useEffect(() => {
    if (over || fetching > 0) return;
    const timer = setTimeout(() => {
      isOver = true;
      setOver(true);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [over, fetching]);
  return over;
}
