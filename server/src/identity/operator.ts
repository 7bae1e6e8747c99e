import type { Services } from '../kit/services';
import { changeAccount } from './account/account.store';
import { upsertUser } from './identity.store';
import { passwordLink } from './links';

/**
 * The operator of OPERATOR_EMAIL has the platform role at each start, so that nobody can lock himself out of the
 * operator area for good. Answers the link where he sets a password while he has none.
 */
export async function operatorLink(app: Services): Promise<string | null> {
  const email = app.config.operatorEmail;
  if (!email) return null;
  return app.db.transaction({}, async (tx) => {
    const user = await upsertUser(tx, email, email.split('@')[0] ?? email);
    await changeAccount(tx, user.id, { platform_role: 'Staff', blocked_at: null });
    const signsInElsewhere = user.oidc_subject !== null || app.config.oidc !== undefined;
    return user.password_hash === null && !signsInElsewhere ? passwordLink(tx, app, user.id) : null;
  });
}
