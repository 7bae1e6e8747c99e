import type { Connections } from '@lanka/domain/api_console/rules';
import * as keyCalls from '@lanka/domain/api_keys/calls';
import * as keys from '@lanka/domain/api_keys/contract';
import * as changes from '@lanka/domain/changes/contract';
import type { AnyRoute } from '@lanka/domain/kit/route';
import * as feeds from '@lanka/domain/outfeeds/contract';
import * as webhooks from '@lanka/domain/webhooks/contract';
import { useIsDropshipper, useLimits } from '../api_keys';
import { useCall, usePages } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';

const FEW = { limit: 50 };

/** The same page is a project's and a dropshipper's; only what it calls differs. What one may not see is empty. */
export function useConnections() {
  const isMine = useIsDropshipper();
  const { can } = useSession();
  const project_id = useProjectId();
  const params = { project_id };
  const ours = { enabled: !isMine };
  const mine = { enabled: isMine };
  const limits = useLimits();
  const of = {
    keys: [useCall(keys.listMyApiKeys, { query: FEW }, mine), useCall(keys.listApiKeys, { params, query: FEW }, ours)],
    days: [useCall(keyCalls.readMyApiCallDays, {}, mine), useCall(keyCalls.readApiCallDays, { params }, ours)],
    readers: [useCall(changes.listMyChangeReaders, {}, mine), useCall(changes.listChangeReaders, { params }, ours)],
    webhooks: [
      useCall(webhooks.listMyWebhooks, {}, mine),
      useCall(webhooks.listWebhooks, { params }, { enabled: !isMine && can('webhooks.read') }),
    ],
    feeds: [
      useCall(feeds.listMyFeeds, { query: FEW }, mine),
      useCall(feeds.listFeeds, { params, query: FEW }, { enabled: !isMine && can('outfeeds.read') }),
    ],
  } as const;
  const nth = isMine ? 0 : 1;
  const needed = [limits, of.keys[nth], of.days[nth], of.readers[nth]];
  const known: Connections | undefined =
    limits.data && of.keys[nth].data && of.days[nth].data && of.readers[nth].data
      ? {
          limits: limits.data,
          ...{
            keys: of.keys[nth].data.items,
            failures: of.days[nth].data.failures,
            readers: of.readers[nth].data.items,
          },
          ...{ webhooks: of.webhooks[nth].data?.items ?? [], feeds: of.feeds[nth].data?.items ?? [] },
        }
      : undefined;
  return {
    data: known && { known, days: of.days[nth].data?.days ?? [] },
    error: needed.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all(needed.map(({ refetch }) => refetch())),
  };
}

export function useCallsOfKeys(failed: boolean, key_id: string | undefined) {
  const isMine = useIsDropshipper();
  const project_id = useProjectId();
  const route = (isMine ? keyCalls.listMyApiCalls : keyCalls.listApiCalls) as unknown as AnyRoute;
  const query = { limit: 10, key_id, failed: failed ? true : undefined };
  return usePages<keyCalls.ApiCall>(route, { params: isMine ? undefined : { project_id }, query });
}
