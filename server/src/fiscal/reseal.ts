import { systemIn } from '../kit/auth/scope';
import type { Services } from '../kit/services';
import { listProjectIds } from '../projects';
import { opened, seal, sealKeys, webhookKeyOf } from './keys';
import { lockRegister, type RegisterRecord, readConnected, saveRegister } from './registers.store';

const isOld = ({ secrets }: Services, { pin, license_key, webhook_key }: RegisterRecord): boolean =>
  [pin, license_key, webhook_key].some((sealed) => sealed !== null && secrets.isOld(sealed));

/** Seals by the newest key what an older one has sealed. What cannot be read any more stays as it is. */
export async function resealKeys(app: Services): Promise<number> {
  let sealed = 0;
  for (const project_id of await app.db.transaction({ readOnly: true }, listProjectIds)) {
    const scope = systemIn(project_id);
    const old = await app.db.transaction({ readOnly: true, projectIds: [project_id] }, async (tx) =>
      (await readConnected(tx, scope)).filter((register) => isOld(app, register)),
    );
    for (const { id } of old)
      await app.db
        .transaction({ projectIds: [project_id] }, async (tx) => {
          const register = await lockRegister(tx, scope, id);
          const keys = register && (await opened(app, register));
          if (!register || !keys) return;
          const webhook = register.webhook_key === null ? null : await webhookKeyOf(app, register);
          const webhook_key = webhook === null ? null : await seal(app, 'webhook_key', id, webhook);
          await saveRegister(tx, scope, register, { ...(await sealKeys(app, id, keys)), webhook_key });
          sealed += 1;
        })
        .catch((err: unknown) => app.log.warn({ err, register: id }, 'the keys of a register cannot be read'));
  }
  return sealed;
}
