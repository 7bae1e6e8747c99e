import type { CurrentUser } from '@lanka/domain/identity/contract';
import { common } from '@lanka/domain/kit/errors';
import { prepareImage } from '../files';
import { readUser, updateUser } from '../identity';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { logoUrl, withLogo } from './logo';
import { listMemberships, wasEverClient } from './projects.store';

/** The signed-in user with his projects and roles. */
export async function currentUser(tx: Tx, app: Services, scope: UserScope): Promise<CurrentUser> {
  const user = await readUser(tx, scope);
  const memberships = await listMemberships(tx, scope);
  const photo_url = user.photo ? await logoUrl(app, user.photo) : null;
  return {
    id: user.id,
    auth_id: user.oidc_subject ?? user.id,
    name: user.name,
    email: user.email,
    phone_number: user.phone_number,
    photo_url,
    about: user.about,
    website: user.website,
    legal_form: user.legal_form,
    legal_name: user.legal_name,
    platform_role: user.platform_role,
    email_confirmed: user.email_confirmed_at !== null,
    two_factor: user.totp_confirmed_at !== null,
    onboarded: user.onboarded,
    onboardstatus: user.onboardstatus,
    adv_source: user.adv_source,
    subscription_plan: user.subscription_plan,
    billing_account: {
      subscription_plan: user.subscription_plan,
      subscription_plan_since: user.subscription_plan_since,
    },
    restriction: user.restricted_from === null ? null : { from: user.restricted_from, invoice: user.restricted_by },
    drop_description: user.drop_description,
    drop_legal_type: user.drop_legal_type,
    drop_legal_name: user.drop_legal_name,
    edropoy_code: user.edropoy_code,
    iban: user.iban,
    locale: user.locale,
    locales: [...app.config.userLocales],
    created_at: user.created_at,
    projects: await Promise.all(memberships.map((one) => withLogo(app, one))),
    // also when his access has ended: he keeps his own past orders to read (domain.md, People and access)
    invited_only: isWithoutPlan(user.subscription_plan) && (await wasEverClient(tx, scope)),
  };
}

/** The free plan is what an invited dropshipper has (specification §9). */
const isWithoutPlan = (plan: string | null): boolean => plan === null || plan === 'dropshipper-free';

/** Only oneself, by user id or auth id: who else there is, nobody learns here. */
export async function assertOwn(tx: Tx, scope: UserScope, id: string): Promise<void> {
  if (id === scope.user.id) return;
  const { oidc_subject } = await readUser(tx, scope);
  if (oidc_subject === null || oidc_subject !== id) throw common.not_found();
}

/**
 * Makes the picture of what was sent, encoded anew: about 320 px, nothing of the camera's data. Answers the key of the
 * picture before it, to be taken away after the commit. Throws `files.not_an_image`.
 */
export async function setPhoto(tx: Tx, app: Services, scope: UserScope, image: string): Promise<string | null> {
  const { photo: before } = await readUser(tx, scope);
  const stored = await prepareImage(app, scope.user.id, Buffer.from(image, 'base64'));
  await app.storage.remove(stored.file_name);
  await updateUser(tx, scope, { photo: stored.thumbnail });
  return before;
}

export async function removePhoto(tx: Tx, scope: UserScope): Promise<string | null> {
  const { photo: before } = await readUser(tx, scope);
  if (before !== null) await updateUser(tx, scope, { photo: null });
  return before;
}
