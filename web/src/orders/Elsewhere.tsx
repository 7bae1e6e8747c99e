import * as contract from '@lanka/domain/orders/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../kit/http/call';
import { EmptyState, LinesSkeleton, NotFound } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { orderPath } from './path';
import { text } from './text';

/**
 * In place of an order that this project has not. A partner sends the address of his page, which names no project:
 * the order is looked up in the others of this person, and the way there is shown.
 */
export function Elsewhere({ id }: { id: string }) {
  const t = useText(text);
  const here = useProjectId();
  const { user } = useSession();
  const others = user.projects.filter((one) => one.friendly_id !== here);
  const found = useQuery({
    queryKey: ['order elsewhere', here, id],
    enabled: others.length > 0,
    retry: false,
    queryFn: ({ signal }) => {
      const asked = others.map(async (one) => {
        await call(contract.readOrder, { params: { project_id: one.id, id }, signal });
        return one;
      });
      return Promise.any(asked).catch(() => null);
    },
  });
  if (others.length > 0 && found.isPending) return <LinesSkeleton />;
  if (!found.data) return <NotFound />;
  return (
    <EmptyState
      drawing="search"
      title={t.elsewhere(found.data.title)}
      text={t.elsewhereText}
      action={
        // loaded anew: the address names the project, and nothing of this one may stay on screen
        <Button component="a" href={orderPath(id, found.data.id)}>
          {t.openThere}
        </Button>
      }
    />
  );
}
