import { type BotGroup, botErrors } from '@lanka/domain/bot/contract';
import { MOST_GROUPS } from '@lanka/domain/bot/rules';
import { common } from '@lanka/domain/kit/errors';
import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { hashSecret } from '../kit/db/ids';
import type { Services } from '../kit/services';
import * as store from './groups.store';
import { codeUntil, deepLink, newCode } from './links';
import { closeOfProject } from './outbox.store';
import type { KnownBot } from './states.store';

const shown = ({ code_until, chat_id: _, locale: __, added_by: ___, ...group }: store.StoredGroup): BotGroup => ({
  ...group,
  ...{ deep_link: null, qr_svg: null },
  expires_at: group.status === 'pending' ? code_until : null,
});

export const list = async (tx: Tx, scope: ProjectScope): Promise<BotGroup[]> =>
  (await store.listGroups(tx, scope)).map(shown);

/** @throws bot.too_many_groups */
export async function add(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { areas }: { readonly areas: readonly NoticeArea[] },
  bot: KnownBot,
): Promise<BotGroup> {
  if ((await store.countGroups(tx, scope)) >= MOST_GROUPS) throw botErrors.too_many_groups({ most: MOST_GROUPS });
  const code = newCode();
  const given = { areas: [...new Set(areas)], code_hash: hashSecret(code), code_until: codeUntil() };
  const group = await store.insertGroup(tx, scope, given);
  return { ...shown(group), ...deepLink(app, bot, scope.project.id, code, 'startgroup') };
}

/** @throws bot.group_not_found */
export async function change(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  { areas }: { readonly areas: readonly NoticeArea[] },
  version: number | undefined,
): Promise<BotGroup> {
  const group = await store.lockGroup(tx, scope, id);
  if (!group) throw botErrors.group_not_found();
  if (version !== undefined && version !== group.version) throw common.stale();
  return shown(await store.saveAreas(tx, scope, id, [...new Set(areas)]));
}

/** @throws bot.group_not_found */
export async function remove(tx: Tx, scope: ProjectScope, id: string): Promise<void> {
  const group = await store.lockGroup(tx, scope, id);
  if (!group) throw botErrors.group_not_found();
  if (group.chat_id) await closeOfProject(tx, scope.project.id, group.chat_id);
  await store.removeGroup(tx, scope, id);
}
