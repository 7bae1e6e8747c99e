import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBoundary, LinesSkeleton } from './states';

const Loading = createContext<((by: 1 | -1) => void) | null>(null);

/**
 * Asked for the first time; what is asked anew stands on the screen meanwhile. What failed and is tried again is not
 * waited for: all else would be hidden as long as its attempts take.
 */
const isFirst = ({ state }: Query): boolean => state.status === 'pending' && state.fetchFailureCount === 0;

/**
 * Parts of a page that load by themselves, one under the other: shown when all of them have their first answer. One by
 * one they would push each other down, and a press would land on what has just come there.
 */
export function Together({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const asked = useIsFetching({ predicate: isFirst });
  const [loading, setLoading] = useState(0);
  const [isShown, setShown] = useState(false);
  const parts = useRef(0);
  const note = useMemo(
    () => (by: 1 | -1) => {
      parts.current += by;
      setLoading(parts.current);
    },
    [],
  );
  useEffect(() => {
    if (isShown || asked > 0 || loading > 0) return;
    // what has just come may ask for more as it is drawn
    const frame = requestAnimationFrame(() => {
      if (parts.current === 0 && client.isFetching({ predicate: isFirst }) === 0) setShown(true);
    });
    return () => cancelAnimationFrame(frame);
  }, [isShown, asked, loading, client]);
  return (
    <Loading value={note}>
      <ShownWhen ready={isShown}>{children}</ShownWhen>
    </Loading>
  );
}

/** What would push others away as it comes is awaited out of sight; what it asks for is asked meanwhile. */
export function ShownWhen({ ready, children }: { ready: boolean; children: ReactNode }) {
  return (
    <>
      {!ready && <LinesSkeleton lines={8} />}
      <div style={{ display: ready ? 'contents' : 'none' }}>{children}</div>
    </>
  );
}

/** The first answer is here, or will not come soon: what failed and is tried again is not waited for. */
export const hasFirstAnswer = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }): boolean =>
  !isLoading || failureCount > 0;

/** A part that is loaded only where it is shown; of its failure the others know nothing. */
export function LazyPart({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function Waiting() {
  const note = useContext(Loading);
  useEffect(() => {
    note?.(1);
    return () => note?.(-1);
  }, [note]);
  return <LinesSkeleton lines={2} />;
}
