import { factsOf } from '@lanka/domain/catalogue/rules';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { listListed } from './copy.store';
import { countFacts, saveFacts } from './facts.store';

const facts = job<Record<string, never>>('catalogue.facts', { expireInSeconds: 3600 });

/** Every night the facts of all suppliers who are listed, each in a transaction of its own. */
export const nightlyFacts = byClock(facts, '40 2 * * *', computeFacts);

export async function computeFacts(app: Pick<Services, 'db'>): Promise<void> {
  const ids = await app.db.transaction({ readOnly: true }, listListed);
  for (const id of ids) await app.db.transaction({ projectIds: [id] }, (tx) => factsInto(tx, id));
}

/** The same of one supplier, in a transaction that has entered his project. */
export const factsInto = async (tx: Tx, supplierId: string): Promise<void> =>
  saveFacts(tx, supplierId, factsOf(await countFacts(tx, supplierId)));
