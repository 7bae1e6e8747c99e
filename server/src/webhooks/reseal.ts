import { walkTenants } from '../kit/db/walk';
import type { Services } from '../kit/services';
import { listPlaces, listSealed, saveSealed } from './sending.store';
import { contextOf } from './webhooks';

/** What an older key has sealed is sealed by the newest: of projects and of dropshippers. */
export async function sealAnew(app: Services): Promise<number> {
  let count = 0;
  await walkTenants(app, listPlaces, async (projectIds) => {
    const rows = await app.db.transaction({ readOnly: true, projectIds }, (tx) => listSealed(tx, projectIds));
    for (const row of rows) {
      const context = contextOf(row.id);
      const secret = await app.secrets.renew(row.secret, context);
      const old_secret = row.old_secret === null ? null : await app.secrets.renew(row.old_secret, context);
      if (secret === null && old_secret === null) continue;
      await app.db.transaction({ projectIds: [row.project_id] }, (tx) =>
        saveSealed(tx, row, { secret: secret ?? row.secret, old_secret: old_secret ?? row.old_secret }),
      );
      count += 1;
    }
  });
  return count;
}
