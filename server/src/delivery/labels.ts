import { deliveryErrors } from '@lanka/domain/delivery/contract';
import { ServiceError } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { type Account, asRefusal, fetchLabels, fetchSheet } from './client';
import { accountOf, mustConnection } from './connections';
import type { StoredConnection } from './connections.store';
import { findRegister } from './registers.store';
import { readMade } from './waybills.store';

type Format = Parameters<typeof fetchLabels>[3];

/** Labels of these waybills in one PDF, fetched after the transaction. They are stuck on by whoever packs, whose key ever they are by. @throws delivery.nothing_to_print */
export async function labelsOf(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  ids: readonly string[],
  format: Format,
): Promise<FileAnswer> {
  const made = await readMade(tx, scope, ids);
  const refs = made.flatMap(({ ref }) => ref ?? []);
  const [first] = made;
  if (!first || refs.length === 0) throw deliveryErrors.nothing_to_print();
  if (made.some(({ owner_id }) => owner_id !== first.owner_id)) throw deliveryErrors.several_keys();
  const connection = await mustConnection(tx, scope, first.owner_id);
  const name = made.length === 1 ? `${made[0]?.ttn}` : `labels-${made.length}`;
  return printed(app, connection, name, (account) => fetchLabels(app, account, refs, format));
}

/** The paper of a register. @throws delivery.no_register, delivery.nothing_to_print */
export async function registerPaper(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<FileAnswer> {
  const register = await findRegister(tx, scope.project.id, id);
  if (!register || register.state === 'removed') throw deliveryErrors.no_register();
  const { ref, number } = register;
  if (!ref) throw deliveryErrors.nothing_to_print();
  const connection = await mustConnection(tx, scope, register.owner_id);
  return printed(app, connection, `register-${number}`, (account) => fetchSheet(app, account, ref));
}

function printed(
  app: Services,
  connection: StoredConnection,
  name: string,
  fetched: (account: Account) => Promise<Buffer>,
): FileAnswer {
  const stream = async () =>
    fetched(await accountOf(app, connection)).catch((error: unknown) => {
      throw error instanceof ServiceError && error.given.code === 'no_label'
        ? deliveryErrors.no_label()
        : asRefusal(error);
    });
  return { stream, content_type: 'application/pdf', file_name: `${name}.pdf`, inline: true };
}
