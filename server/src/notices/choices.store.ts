import type { BotChoice, MailChoice, NoticeArea } from '@lanka/domain/kit/notice_areas';
import type { Role } from '@lanka/domain/kit/roles';
import type { NoticeChoice } from '@lanka/domain/notices/contract';
import { sql } from 'drizzle-orm';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';

/** More projects than somebody takes part in. */
const MOST = 500;

export interface ProjectOfUser {
  readonly id: string;
  readonly title: string;
  readonly role: Role;
  readonly chosen: readonly {
    readonly area: NoticeArea;
    readonly app: boolean;
    readonly mail: MailChoice;
    readonly bot: BotChoice;
  }[];
}

/** The projects in which he takes part, by their titles, with what he chose there. */
export async function listChosen(tx: Tx, { user }: UserScope): Promise<ProjectOfUser[]> {
  return tx.rows<{ [K in keyof ProjectOfUser]: ProjectOfUser[K] }>(sql`
    select p.id, p.title, m.role, coalesce((
      select jsonb_agg(jsonb_build_object('area', c.area, 'app', c.app, 'mail', c.mail, 'bot', c.bot)) from notice_choices c
      where c.project_id = m.project_id and c.user_id = m.user_id), '[]'::jsonb) as chosen
    from memberships m
    cross join lateral (select p.* from projects p where p.id = m.project_id and p.deleted_at is null limit 1) p
    where m.user_id = ${user.id} and m.ended_at is null order by p.title, p.id ${atMost(MOST)}`);
}

export async function saveChoices(
  tx: Tx,
  { user }: UserScope,
  rows: readonly (Omit<NoticeChoice, 'bot'> & { readonly project_id: string; readonly bot?: BotChoice | undefined })[],
): Promise<void> {
  await tx.execute(sql`
    insert into notice_choices as c (project_id, user_id, area, app, mail, bot)
    select r.project_id, ${user.id}, r.area, r.app, r.mail, coalesce(r.bot, kept.bot, 'important')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(project_id uuid, area text, app boolean, mail text, bot text)
    left join notice_choices kept on kept.project_id = r.project_id and kept.user_id = ${user.id} and kept.area = r.area
    order by r.project_id, r.area
    on conflict (project_id, user_id, area) do update set app = excluded.app, mail = excluded.mail, bot = excluded.bot`);
}

/** No more letters of this area of this project; in the app all stays as it is. */
export async function endLetters(
  tx: Tx,
  { project_id, user_id, area }: { readonly project_id: string; readonly user_id: string; readonly area: NoticeArea },
): Promise<void> {
  await tx.execute(sql`
    insert into notice_choices (project_id, user_id, area, app, mail)
    values (${project_id}, ${user_id}, ${area}, true, 'off')
    on conflict (project_id, user_id, area) do update set mail = 'off'`);
}

/**
 * No more letters with what gathered, of any of his projects: of what he chose so, and of what went so because it was too
 * much for letters at once.
 */
export async function endDigests(tx: Tx, user_id: string): Promise<void> {
  await tx.execute(sql`
    insert into notice_choices (project_id, user_id, area, app, mail)
    select project_id, user_id, area, app, 'off' from notice_choices where user_id = ${user_id} and mail in ('hourly', 'daily')
    union
    select n.project_id, n.user_id, n.area, true, 'off' from notices n
    where n.user_id = ${user_id} and n.digest is not null and not exists (select from notice_choices c
      where c.project_id = n.project_id and c.user_id = n.user_id and c.area = n.area and c.mail in ('hourly', 'daily'))
    order by 1, 3
    on conflict (project_id, user_id, area) do update set mail = 'off'`);
}
