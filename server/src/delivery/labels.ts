import { deliveryErrors } from '@lanka/domain/delivery/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { asRefusal, fetchLabels } from './client';
import { accountOf, mustConnection } from './connections';
import { readMade } from './waybills.store';

type Format = Parameters<typeof fetchLabels>[3];

/** Labels of these waybills in one PDF, fetched after the transaction. @throws delivery.nothing_to_print */
export async function labelsOf(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  ids: readonly string[],
  format: Format,
): Promise<FileAnswer> {
  const connection = await mustConnection(tx, scope);
  const made = await readMade(tx, scope, ids);
  const refs = made.flatMap(({ ref }) => ref ?? []);
  if (refs.length === 0) throw deliveryErrors.nothing_to_print();
  const name = made.length === 1 ? `${made[0]?.ttn}` : `labels-${made.length}`;
  const stream = async () => {
    const account = await accountOf(app, connection);
    return fetchLabels(app, account, refs, format).catch((error: unknown) => {
      throw error instanceof Error && 'given' in error && (error.given as { code?: string }).code === 'no_label'
        ? deliveryErrors.no_label()
        : asRefusal(error);
    });
  };
  return { stream, content_type: 'application/pdf', file_name: `${name}.pdf`, inline: true };
}
