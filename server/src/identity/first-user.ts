import type { Services } from '../kit/services';
import { countUsers, upsertUser } from './identity.store';
import { passwordLink } from './links';

/**
 * The first account of an empty installation (FIRST_USER_EMAIL): answers the link where its password is set, or null
 * when it has one, or when others were there first.
 */
export async function firstUserLink(app: Services): Promise<string | null> {
  const email = app.config.firstUserEmail;
  if (!email) return null;
  return app.db.transaction({}, async (tx) => {
    const others = await countUsers(tx, email);
    if (others > 0) return null;
    const user = await upsertUser(tx, email, email.split('@')[0] ?? email);
    return user.password_hash === null && user.oidc_subject === null ? passwordLink(tx, app, user.id) : null;
  });
}
