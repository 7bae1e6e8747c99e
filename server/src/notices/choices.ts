import { AREA_NAMES, type NoticeArea } from '@lanka/domain/kit/notice_areas';
import { can } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import { type NoticeSettings, noticeErrors, type SaveNoticeSettingsBody } from '@lanka/domain/notices/contract';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Audience } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import * as store from './choices.store';

/** Whether somebody of this role may be meant. */
export function mayReach(audience: Audience, role: Role): boolean {
  if (typeof audience === 'object') return role !== 'Client' && can(role, audience.staff);
  if (audience === 'dropshipper' || audience === 'dropshippers') return role === 'Client';
  if (audience === 'manager') return role === 'Owner' || role === 'Administrator' || role === 'Manager';
  return true;
}

const areasOf = ({ notices }: Pick<Services, 'notices'>, role: Role): NoticeArea[] => {
  const told = new Set(
    [...notices.kinds.values()]
      .filter(({ reaches }) => reaches.some((one) => mayReach(one, role)))
      .map(({ area }) => area),
  );
  return AREA_NAMES.filter((area) => told.has(area));
};

export async function readSettings(tx: Tx, app: Pick<Services, 'notices'>, scope: UserScope): Promise<NoticeSettings> {
  const projects = await store.listChosen(tx, scope);
  return {
    projects: projects.map(({ id, title, role, chosen }) => ({
      project: { id, title },
      choices: areasOf(app, role).map(
        (area) =>
          chosen.find((one) => one.area === area) ?? {
            area,
            app: true,
            mail: 'important' as const,
            bot: 'important' as const,
          },
      ),
    })),
  };
}

/** @throws notices.not_yours, notices.twice */
export async function saveSettings(
  tx: Tx,
  app: Pick<Services, 'notices'>,
  scope: UserScope,
  { projects }: SaveNoticeSettingsBody,
): Promise<NoticeSettings> {
  const own = new Set((await store.listChosen(tx, scope)).map(({ id }) => id));
  const seen = new Set<string>();
  const rows = projects.flatMap(({ project_id, choices }, nth) => {
    if (!own.has(project_id)) throw noticeErrors.not_yours({ path: `projects.${nth}.project_id` });
    return choices.map((choice, at) => {
      const key = `${project_id} ${choice.area}`;
      if (seen.has(key)) throw noticeErrors.twice({ path: `projects.${nth}.choices.${at}.area` });
      seen.add(key);
      return { ...choice, project_id };
    });
  });
  await store.saveChoices(tx, scope, rows);
  return readSettings(tx, app, scope);
}
