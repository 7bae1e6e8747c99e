import type { Quote, readPrice } from '@lanka/domain/delivery/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import type { z } from 'zod';
import type { AskContext } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { readQuote } from './carrier';
import { asRefusal } from './client';
import { accountOf, askingConnection, mustConnection, originOf } from './connections';
import { readBranch } from './directory.store';

/** What a delivery costs, as the carrier says it now. */
export async function quote(
  app: Services,
  { city, branch, door, ...asked }: z.infer<typeof readPrice.query>,
  locale: Locale,
  read: AskContext<unknown, unknown, 'orders.read'>['read'],
): Promise<Quote> {
  const { connection, kind } = await read(async (tx, scope) => ({
    connection: (await askingConnection(tx, scope)) ?? (await mustConnection(tx, scope)),
    kind: branch ? (await readBranch(tx, branch))?.kind : undefined,
  }));
  const to = door ? 'door' : (kind ?? 'branch');
  const origin = originOf(connection);
  const account = await accountOf(app, connection);
  return readQuote(app, account, origin, { city, to, ...asked }).catch((error: unknown): Quote => {
    const why = asRefusal(error);
    return { cost: null, cod_cost: null, date: null, problem: { code: why.code, message: why.message_in(locale) } };
  });
}
