import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { orderExchanges } from './tables';

interface Joined {
  readonly order_id: string;
  readonly first_order_id: string;
  readonly return_id: string;
}

/** That the order goes out instead of what comes back of the first one. Who writes it has made both. */
export async function insertExchange(tx: Tx, { project }: ProjectScope, joined: Joined): Promise<void> {
  await tx.insert(orderExchanges).values({ project_id: project.id, ...joined });
}
