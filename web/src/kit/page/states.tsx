/**
 * What a page shows instead of its content.
 *
 *   <EmptyState drawing="orders" title={t.none} text={t.noneText} action={<Button …>} />
 *   <FailedState error={query.error} retry={query.refetch} />
 *   <Loaded query={order}>{(order) => …}</Loaded>       skeleton, error (404 «not found», 403 «no access»), or the content
 *   <Loaded query={found} isOld={found.isPlaceholderData}>   of `keepPrevious`: pale while it is of what was asked before
 */
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Component, type ErrorInfo, lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { CallError } from '../http/call';
import { isGone, reloadForRelease } from '../http/version';
import { messageOf } from '../overlay/notify';
import { factsOf, useReport } from '../report';
import { useText } from '../text';
import { words } from '../words';
import type { Drawing } from './drawings';

const NoPicture = () => <div className="drawing" style={{ width: 160, height: 112 }} />;

/** Most visits see none of them. Where the network is away, which is when this says so, there is its place alone. */
const Picture = lazy(() =>
  import('./drawings').then(
    ({ Picture: Drawn }) => ({ default: Drawn }),
    () => ({ default: NoPicture }),
  ),
);

interface StateProps {
  drawing: Drawing;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** The heading's level on the page. */
  order?: 1 | 2 | 3;
}

export function EmptyState({ drawing, title, text, action, order = 2 }: StateProps) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center">
      <Suspense fallback={<NoPicture />}>
        <Picture name={drawing} />
      </Suspense>
      <Title order={order} size="h3" mt="xs">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={460}>
          {text}
        </Text>
      )}
      {action && <div className="state-action">{action}</div>}
    </Stack>
  );
}

export function FailedState({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const t = useText(words);
  const report = useReport();
  if (error instanceof CallError && error.status === 404) return <NotFound />;
  if (error instanceof CallError && error.status === 403) return <NoAccess />;
  // that it is overloaded or away (503) its operator knows already
  const isFault = error instanceof CallError && error.status === 500;
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        title={t.failed}
        text={messageOf(error)}
        action={
          (retry || (isFault && report)) && (
            <Group justify="center">
              {retry && (
                <Button variant="default" onClick={() => void retry()}>
                  {t.retry}
                </Button>
              )}
              {isFault && report && (
                <Button variant="default" onClick={() => report(factsOf(error))}>
                  {t.report}
                </Button>
              )}
            </Group>
          )
        }
      />
    </div>
  );
}

/** Trying again would not help: somebody else has to give the right. */
function NoAccess() {
  const t = useText(words);
  return (
    <EmptyState
      drawing="people"
      title={t.noAccessTitle}
      text={t.noAccessText}
      action={
        <Button component={Link} to="/cp" variant="default">
          {t.home}
        </Button>
      }
    />
  );
}

export function NotFound({ order = 2 }: { order?: 1 | 2 }) {
  const t = useText(words);
  return (
    <EmptyState
      drawing="search"
      order={order}
      title={t.notFoundTitle}
      text={t.notFoundText}
      action={
        <Button component={Link} to="/cp" variant="default">
          {t.home}
        </Button>
      }
    />
  );
}

interface LoadedProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** Instead of the usual lines. */
  skeleton?: ReactNode;
  /** With `keepPrevious`, its `isPlaceholderData`: pale while what is asked now has not come. */
  isOld?: boolean;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({ query, skeleton, isOld, children }: LoadedProps<T>) {
  if (query.data !== undefined)
    return isOld === undefined ? children(query.data) : <Kept isOld={isOld}>{children(query.data)}</Kept>;
  if (query.error) return <FailedState error={query.error} retry={query.refetch} />;
  return skeleton ?? <LinesSkeleton />;
}

/** What was found before stands until what is asked now has come: figures of another period are not taken for its own. */
export const Kept = ({ isOld, children }: { isOld: boolean; children: ReactNode }) => (
  <div className="kept" aria-busy={isOld}>
    {children}
  </div>
);

export function LinesSkeleton({ lines = 6 }: { lines?: number }) {
  const t = useText(words);
  return (
    <Stack gap="sm" py="sm" aria-busy="true" aria-label={t.loading} role="status">
      {Array.from({ length: lines }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have no other name
        <Skeleton key={i} height={20} width={`${90 - ((i * 17) % 45)}%`} />
      ))}
    </Stack>
  );
}

/** Its code did not come. What was open before is still here, and works without a network. */
function NotLoaded() {
  const t = useText(words);
  const { online } = useNetwork();
  useEffect(() => void reloadForRelease(), []);
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        order={1}
        title={t.failed}
        text={t.notLoadedText}
        action={
          <Group justify="center">
            <Button onClick={() => history.back()}>{t.back}</Button>
            <Button variant="default" disabled={!online} onClick={() => location.reload()}>
              {t.retry}
            </Button>
          </Group>
        }
      />
    </div>
  );
}

function Crash({ error }: { error: unknown }) {
  const t = useText(words);
  const report = useReport();
  return (
    <div role="alert">
      <EmptyState
        drawing="broken"
        order={1}
        title={t.crashTitle}
        text={t.crashText}
        action={
          <Group justify="center">
            <Button onClick={() => location.reload()}>{t.reload}</Button>
            <Button component="a" href="/cp" variant="default">
              {t.home}
            </Button>
            {report && (
              <Button variant="default" onClick={() => report(factsOf(error))}>
                {t.report}
              </Button>
            )}
          </Group>
        }
      />
    </div>
  );
}

/** For the router: errors of rendering and of loading a page's code. */
export function RouteCrash() {
  const error = useRouteError();
  if (isGone(error)) return <NotLoaded />;
  console.error(error);
  return <Crash error={error} />;
}

interface BoundaryProps {
  children: ReactNode;
  fallback?: ReactNode;
}

/** Keeps a crash of one part (a chart, a panel) from taking the page with it. */
interface BoundaryState {
  failed: boolean;
  error: unknown;
}

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, error: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failed: true, error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    if (isGone(error)) return void reloadForRelease();
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { failed, error } = this.state;
    if (!failed) return this.props.children;
    return this.props.fallback ?? (isGone(error) ? <NotLoaded /> : <Crash error={error} />);
  }
}
