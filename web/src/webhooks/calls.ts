import type { AnyRoute } from '@lanka/domain/kit/route';
import * as contract from '@lanka/domain/webhooks/contract';
import { useAction, usePages } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';

/** Who looks sells what suppliers make: the webhooks are his own. */
export function useIsDropshipper(): boolean {
  const { isDropshipping, role } = useSession();
  return isDropshipping || role === 'Client';
}

/** The same page is a project's and a dropshipper's; only what it calls differs. */
export function useWebhooks() {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const route = (isMine ? contract.listMyWebhooks : contract.listWebhooks) as unknown as AnyRoute;
  return usePages<contract.Webhook>(route, isMine ? {} : { params: { project_id } });
}

export function useDeliveries(id: string, state: contract.DeliveryState | undefined) {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const route = (isMine ? contract.listMyDeliveries : contract.listDeliveries) as unknown as AnyRoute;
  return usePages<contract.Delivery>(route, { params: isMine ? { id } : { project_id, id }, query: { state } });
}

interface Words {
  readonly saved: string;
  readonly deleted: string;
}

export function useWebhookActions(t: Words) {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const quiet = { quiet: true };
  const saved = { success: t.saved };
  const create = useAction(contract.createWebhook, quiet);
  const createMine = useAction(contract.createMyWebhook, quiet);
  const change = useAction(contract.updateWebhook, quiet);
  const changeMine = useAction(contract.updateMyWebhook, quiet);
  const pause = useAction(contract.updateWebhook, saved);
  const pauseMine = useAction(contract.updateMyWebhook, saved);
  const rotate = useAction(contract.rotateWebhook, quiet);
  const rotateMine = useAction(contract.rotateMyWebhook, quiet);
  const remove = useAction(contract.deleteWebhook, { success: t.deleted });
  const removeMine = useAction(contract.deleteMyWebhook, { success: t.deleted });
  return {
    create: (body: contract.SaveWebhookBody): Promise<contract.NewWebhook> =>
      isMine ? createMine.mutateAsync({ body }) : create.mutateAsync({ params: { project_id }, body }),
    change: (id: string, body: contract.UpdateWebhookBody): Promise<contract.Webhook> =>
      isMine
        ? changeMine.mutateAsync({ params: { id }, body })
        : change.mutateAsync({ params: { project_id, id }, body }),
    pause: (id: string, paused: boolean): void =>
      isMine
        ? pauseMine.mutate({ params: { id }, body: { paused } })
        : pause.mutate({ params: { project_id, id }, body: { paused } }),
    rotate: (id: string, keep_hours: number): Promise<contract.NewWebhook> =>
      isMine
        ? rotateMine.mutateAsync({ params: { id }, body: { keep_hours } })
        : rotate.mutateAsync({ params: { project_id, id }, body: { keep_hours } }),
    remove: (id: string, done: { onSuccess: () => void }): void =>
      isMine ? removeMine.mutate({ params: { id } }, done) : remove.mutate({ params: { project_id, id } }, done),
  };
}

/** What is done on the page of deliveries. */
export function useSending(id: string) {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const quiet = { quiet: true };
  const test = useAction(contract.testWebhook, quiet);
  const testMine = useAction(contract.testMyWebhook, quiet);
  const one = useAction(contract.replayDelivery, quiet);
  const oneMine = useAction(contract.replayMyDelivery, quiet);
  const all = useAction(contract.replayDeliveries, quiet);
  const allMine = useAction(contract.replayMyDeliveries, quiet);
  return {
    isTesting: test.isPending || testMine.isPending,
    test: (): Promise<contract.Delivery> =>
      isMine ? testMine.mutateAsync({ params: { id } }) : test.mutateAsync({ params: { project_id, id } }),
    replay: (delivery: string): Promise<{ count: number }> =>
      isMine
        ? oneMine.mutateAsync({ params: { id, delivery } })
        : one.mutateAsync({ params: { project_id, id, delivery } }),
    replaySince: (since: string): Promise<{ count: number }> =>
      isMine
        ? allMine.mutateAsync({ params: { id }, body: { since } })
        : all.mutateAsync({ params: { project_id, id }, body: { since } }),
  };
}
