import { formatDateTime } from '@lanka/domain/kit/time';
import { operatorErrors, type switchMaintenance as route } from '@lanka/domain/operator/contract';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type MaintenanceState, WORKING } from '../kit/http/maintenance';
import type { Services } from '../kit/services';
import { keepAction } from './operator.store';

/** Writes the switch down; the caller spreads it after the commit. Announcing anew while it is on keeps its start. */
export async function switchMaintenance(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  { on, message, until }: z.output<(typeof route)['body']>,
): Promise<MaintenanceState> {
  const now = new Date().toISOString();
  if (on && until && until <= now) throw operatorErrors.until_passed({ path: 'until' });
  const by = { id: scope.user.id, name: scope.user.name };
  const { maintenance } = app;
  const since = maintenance.on ? maintenance.state.since : now;
  const state: MaintenanceState = on ? { on, message: message || null, until: until ?? null, since, by } : WORKING;
  await maintenance.write(tx, state);
  const note = [state.message, state.until && `до ${formatDateTime(new Date(state.until))}`]
    .filter(Boolean)
    .join(' · ');
  await keepAction(tx, scope, { deed: on ? 'maintenance_on' : 'maintenance_off', note });
  return state;
}
