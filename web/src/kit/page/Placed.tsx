/**
 * What a page of `usePlace` shows as long as the thing is not loaded: lines, an error, or, of what this project has not,
 * the way to the project that has it.
 *
 *   const found = useOrderPlace();
 *   const order = useCall(readOrder, …);
 *   if (!order.data) return <Page …><Placed found={found} query={order} /></Page>;
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { CallError } from '../http/call';
import { useProjectId, useSession } from '../session';
import { useText } from '../text';
import { words } from '../words';
import { type Found, whoHas } from './place';
import { EmptyState, FailedState, LinesSkeleton, Loaded, NotFound } from './states';

interface PlacedProps {
  found: Found;
  query: { data: unknown; error: Error | null; refetch: () => unknown };
}

export function Placed({ found, query }: PlacedProps) {
  const error = found.error ?? query.error;
  if (error instanceof CallError && error.status === 404) return <Elsewhere found={found} />;
  if (found.error) return <FailedState error={found.error} />;
  return <Loaded query={query}>{() => null}</Loaded>;
}

/** A partner sends the address of his page, which names no project: the thing is looked up in one's other projects. */
function Elsewhere({ found: { kind, id, find } }: { found: Found }) {
  const t = useText(words);
  const here = useProjectId();
  const { pathname } = useLocation();
  const { user } = useSession();
  const others = user.projects.filter((one) => one.friendly_id !== here);
  const owner = useQuery({
    queryKey: ['place', 'elsewhere', kind, here, id],
    enabled: others.length > 0,
    retry: false,
    queryFn: ({ signal }) => whoHas(others, (project_id) => find(project_id, id, signal)).catch(() => null),
  });
  if (owner.isLoading) return <LinesSkeleton />;
  if (!owner.data) return <NotFound />;
  return (
    <EmptyState
      drawing="search"
      title={t.elsewhereTitle(owner.data.title)}
      text={t.elsewhereText}
      action={
        // loaded anew: the address names the project, and nothing of this one may stay on screen
        <Button component="a" href={`${pathname}?${new URLSearchParams({ project: owner.data.id })}`}>
          {t.openThere}
        </Button>
      }
    />
  );
}
