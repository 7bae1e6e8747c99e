import { PRODUCER_ROLES } from '@lanka/domain/manufacture/rules';
import type { Belongings } from '../projects';
import { countToMake, handOverToMake } from './manufacture.store';

/** Whoever leaves the project hands his open requests over. */
export const openRequests: Belongings = {
  kind: 'manufacture_requests',
  roles: PRODUCER_ROLES,
  count: (tx, scope, { id }) => countToMake(tx, scope, id),
  handOver: (tx, scope, { id }, heir) => handOverToMake(tx, scope, id, heir),
};
