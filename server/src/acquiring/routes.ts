import * as contract from '@lanka/domain/acquiring/contract';
import { DomainError } from '@lanka/domain/kit/errors';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import { hearCallback } from './callback';
import { askAcquiring, connectAcquiring, disconnectAcquiring, readAcquiring } from './connection';

export const acquiringRoutes: Served[] = [
  serve(contract.readAcquiring, ({ tx, scope }) => readAcquiring(tx, scope.project.id)),
  serveAsking(contract.connectAcquiring, askAcquiring, async ({ tx, app, scope, body, if_match, changed }, told) => {
    const after = await connectAcquiring(tx, app, scope, body, told, if_match);
    changed('acquiring', scope.project.id);
    return after;
  }),
  serve(contract.disconnectAcquiring, async ({ tx, scope, changed }) => {
    await disconnectAcquiring(tx, scope);
    changed('acquiring', scope.project.id);
  }),
  serve(contract.hearCardPayment, async ({ tx, app, params, bytes, asker, after }) => {
    const heard = await hearCallback(tx, app, params, bytes ?? Buffer.alloc(0), asker.header('x-sign'));
    if (heard instanceof DomainError) return heard;
    after(() => {
      for (const change of heard) app.live.publish(change.project_id, change);
    });
    return { ok: true } as const;
  }),
];
