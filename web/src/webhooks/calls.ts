import type { AnyRoute } from '@lanka/domain/kit/route';
import * as contract from '@lanka/domain/webhooks/contract';
import { useIsDropshipper } from '../api_keys';
import { useAction, usePages } from '../kit/http/query';
import { useProjectId } from '../kit/session';

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

/** What is done on the page of deliveries. A refusal has been said when the answer is null. */
export function useSending(id: string) {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const test = useAction(contract.testWebhook);
  const testMine = useAction(contract.testMyWebhook);
  const one = useAction(contract.replayDelivery);
  const oneMine = useAction(contract.replayMyDelivery);
  const all = useAction(contract.replayDeliveries);
  const allMine = useAction(contract.replayMyDeliveries);
  const said = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null);
  return {
    isTesting: test.isPending || testMine.isPending,
    test: (): Promise<contract.Delivery | null> =>
      said(isMine ? testMine.mutateAsync({ params: { id } }) : test.mutateAsync({ params: { project_id, id } })),
    replay: (delivery: string): Promise<contract.Replayed | null> =>
      said(
        isMine
          ? oneMine.mutateAsync({ params: { id, delivery } })
          : one.mutateAsync({ params: { project_id, id, delivery } }),
      ),
    replaySince: (since: string): Promise<contract.Replayed | null> =>
      said(
        isMine
          ? allMine.mutateAsync({ params: { id }, body: { since } })
          : all.mutateAsync({ params: { project_id, id }, body: { since } }),
      ),
  };
}
