import { systemIn } from '../kit/auth/scope';
import type { Services } from '../kit/services';
import { inHundreds } from '../projects';
import { opened, seal, sealKeys, webhookKeyOf } from './keys';
import { listConnected, lockRegister, type RegisterRecord, saveRegister } from './registers.store';

const isOld = ({ secrets }: Services, { pin, license_key, webhook_key }: RegisterRecord): boolean =>
  [pin, license_key, webhook_key].some((sealed) => sealed !== null && secrets.isOld(sealed));

/** Seals by the newest key what an older one has sealed. What cannot be read any more stays as it is. */
export async function resealKeys(app: Services): Promise<number> {
  let sealed = 0;
  await inHundreds(app, async (projectIds) => {
    const connected = await app.db.transaction({ readOnly: true, projectIds }, (tx) => listConnected(tx, projectIds));
    for (const register of connected) {
      try {
        if (isOld(app, register) && (await resealOne(app, register))) sealed += 1;
      } catch (err) {
        app.log.warn({ err, register: register.id }, 'the keys of a register cannot be read');
      }
    }
  });
  return sealed;
}

const resealOne = (app: Services, { project_id, id }: RegisterRecord): Promise<boolean> =>
  app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    const scope = systemIn(project_id);
    const register = await lockRegister(tx, scope, id);
    const keys = register && (await opened(app, register));
    if (!register || !keys) return false;
    const webhook = register.webhook_key === null ? null : await webhookKeyOf(app, register);
    const webhook_key = webhook === null ? null : await seal(app, 'webhook_key', id, webhook);
    await saveRegister(tx, scope, register, { ...(await sealKeys(app, id, keys)), webhook_key });
    return true;
  });
