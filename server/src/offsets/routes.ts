import * as contract from '@lanka/domain/offsets/contract';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { readClaims } from './claims';
import { listMyMutual } from './mutual.store';
import { agreeOffset, createOffset, readOffset, refuseOffset, reverseOffset, withdrawOffset } from './offset';
import { countMyWaiting, countOffsets, listMyOffsets, listOffsets } from './offsets.store';

interface Telling {
  readonly app: Services;
  after(work: () => void): void;
  changed(kind: string, id: string): void;
}

/** Open pages of both projects look again; the register is told, whichever of its rows this is. */
function tellPages(
  { app, after, changed }: Telling,
  act: contract.Offset,
  ...kinds: ('paper' | 'counterparty')[]
): void {
  const { partner } = act;
  changed('offset', act.id);
  if (kinds.includes('counterparty')) changed('counterparty', act.counterparty_id);
  if (kinds.includes('paper')) changed('paper', act.id);
  if (partner)
    for (const kind of ['offset', ...kinds]) after(() => app.live.publish(partner.project_id, { kind, id: act.id }));
}

export const offsetRoutes: Served[] = [
  serve(contract.listOffsets, ({ tx, scope, query }) => listOffsets(tx, scope, query)),

  serve(contract.countOffsets, ({ tx, scope }) => countOffsets(tx, scope)),

  serve(contract.readOffsetClaims, ({ tx, scope, query }) => readClaims(tx, scope, query)),

  serve(contract.createOffset, async (context) => {
    const { tx, app, scope, body } = context;
    const made = await createOffset(tx, app, scope, body);
    tellPages(context, made, 'paper');
    return made;
  }),

  serve(contract.readOffset, ({ tx, scope, params }) => readOffset(tx, scope, params.id)),

  serve(contract.agreeOffset, async (context) => {
    const { tx, app, scope, params, body } = context;
    const after = await agreeOffset(tx, app, scope, params.id, body.note ?? '');
    tellPages(context, after, 'counterparty');
    return after;
  }),

  serve(contract.refuseOffset, async (context) => {
    const { tx, app, scope, params, body } = context;
    const after = await refuseOffset(tx, app, scope, params.id, body.comment);
    tellPages(context, after);
    return after;
  }),

  serve(contract.withdrawOffset, async (context) => {
    const { tx, scope, params } = context;
    const after = await withdrawOffset(tx, scope, params.id);
    tellPages(context, after);
    return after;
  }),

  serve(contract.reverseOffset, async (context) => {
    const { tx, app, scope, params, body } = context;
    const made = await reverseOffset(tx, app, scope, params.id, body.grounds);
    tellPages(context, made, 'paper');
    return made;
  }),

  serve(contract.listMyOffsets, ({ tx, scope, query }) => listMyOffsets(tx, scope, query)),

  serve(contract.listMyMutual, async ({ tx, scope }) => ({ items: await listMyMutual(tx, scope) })),

  serve(contract.countMyOffsets, async ({ tx, scope }) => ({ waiting: await countMyWaiting(tx, scope) })),
];
