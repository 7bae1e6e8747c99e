import { joinLinkErrors } from '@lanka/domain/applications/link_errors';
import { type CreateJoinLinkBody, type JoinLink, MOST_JOIN_LINKS, tokenIn } from '@lanka/domain/applications/links';
import { kyivDate } from '@lanka/domain/kit/time';
import { partnerErrors } from '@lanka/domain/partners/contract';
import { priceLevelErrors } from '@lanka/domain/price_levels/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newSecret } from '../kit/db/ids';
import { qrSvg } from '../kit/qr';
import type { Services } from '../kit/services';
import { holdNamedGroups, isManager } from '../partners';
import { holdLevels } from '../price_levels';
import { logoUrl } from '../projects';
import * as store from './links.store';

export const showLink = ({ config }: Services, { token, ...link }: store.StoredLink): JoinLink => ({
  ...link,
  url: `${config.publicUrl}/cp/join/${token}`,
});

async function findLink(tx: Tx, scope: ProjectScope, id: string): Promise<store.StoredLink> {
  const found = await store.findJoinLink(tx, scope, id);
  if (!found) throw joinLinkErrors.not_found();
  return found;
}

export async function readJoinLink(tx: Tx, app: Services, scope: ProjectScope, id: string) {
  const link = showLink(app, await findLink(tx, scope, id));
  return { ...link, qr_svg: qrSvg(link.url) };
}

export async function createJoinLink(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: CreateJoinLinkBody,
): Promise<JoinLink> {
  const today = kyivDate(new Date());
  if (body.last_day && body.last_day < today) throw joinLinkErrors.in_past({ path: 'last_day', earliest: today });
  if (body.manager_id && !(await isManager(tx, scope, body.manager_id)))
    throw partnerErrors.unknown_manager({ path: 'manager_id' });
  if (body.price_level_id) {
    const [held] = await holdLevels(tx, scope, [body.price_level_id]);
    if (!held) throw priceLevelErrors.unknown({ path: 'price_level_id' });
  }
  await holdNamedGroups(tx, scope, body.group_ids ?? [], 'group_ids');
  if ((await store.countLiving(tx, scope)) >= MOST_JOIN_LINKS)
    throw joinLinkErrors.too_many({ allowed: MOST_JOIN_LINKS });
  const id = await store.insertJoinLink(tx, scope, newSecret(), body);
  return showLink(app, await findLink(tx, scope, id));
}

export async function revokeJoinLink(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  if (!(await store.markRevoked(tx, scope, id))) throw joinLinkErrors.not_found();
}

/** Whoever was handed a living link may make an account, where registration is by invitation too. */
export async function invitesByLink(tx: Tx, path: string): Promise<boolean> {
  const token = tokenIn(path);
  return token !== null && (await store.findByToken(tx, token)) !== null;
}

export async function readInviter(tx: Tx, app: Services, token: string) {
  const link = await openLink(tx, token);
  return { title: link.title, logo_url: await logoUrl(app, link.logo) };
}

/** @throws join_links.over */
export async function openLink(tx: Tx, token: string): Promise<store.OpenLink> {
  const link = await store.findByToken(tx, token);
  if (!link) throw joinLinkErrors.over();
  return link;
}
