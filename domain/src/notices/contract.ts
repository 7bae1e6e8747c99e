import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant } from '../kit/ids';
import { commaList, listQuery, page, QueryFlag } from '../kit/lists';
import { AREA_NAMES, BOT_CHOICES, MAIL_CHOICES } from '../kit/notice_areas';
import { route } from '../kit/route';

/** They are kept so long. */
export const KEPT_DAYS = 90;
/** The bell counts no further: «99+». */
export const MOST_UNREAD = 100;
/** So many can be marked by their ids in one call. */
const MOST_MARKED = 200;

export const noticeErrors = errors('notices', {
  which: {
    status: 422,
    ua: 'Вкажіть, що прочитано: або номери сповіщень (ids), або час, до якого прочитано все (until)',
    en: 'Say what was read: either ids of notices (ids), or the time up to which all were read (until)',
  },
  not_yours: {
    status: 422,
    ua: 'Ви не берете участі в цьому проєкті: вкажіть проєкт зі свого списку (project_id)',
    en: 'You do not take part in this project: name one of your list (project_id)',
  },
  twice: {
    status: 422,
    ua: 'Розділ вказано двічі: кожен розділ проєкту може бути лише раз (area)',
    en: 'An area is given twice: each area of a project may stand once (area)',
  },
});

export const NoticeArea = z.enum(AREA_NAMES);

/** A notice as it is told to its user, in his language. */
export const Notice = z.object({
  id: Id,
  project: z.object({ id: Id, title: z.string() }),
  /** `orders.placed` */
  kind: z.string(),
  area: NoticeArea,
  title: z.string(),
  text: z.string(),
  /** What it opens, below the site: `/cp/orders/…`. */
  path: z.string(),
  /** Where it stands: the project's id, or the workspace of dropshippers. */
  workspace: z.string(),
  /** How many happenings it tells of. */
  count: z.int().min(1),
  /** Of the newest of them. */
  at: Instant,
  read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

export const Unread = z.object({ unread: z.int().min(0).max(MOST_UNREAD) });
export type Unread = z.infer<typeof Unread>;

export const listNotices = route({
  method: 'GET',
  path: 'users/me/notifications',
  summary: 'What happened in all projects of the user, the newest first',
  auth: 'user',
  query: listQuery(['-at'], {
    area: commaList(NoticeArea),
    unread: QueryFlag.optional(),
    /** Of this project alone. */
    project_id: Id.optional(),
  }),
  returns: page(Notice),
});

export const countUnread = route({
  method: 'GET',
  path: 'users/me/notifications/unread',
  summary: 'How many notices were not read, counted up to 100',
  auth: 'user',
  returns: Unread,
});

export const ReadNoticesBody = z.object({
  ids: z.array(Id).min(1).max(MOST_MARKED).optional(),
  /** All up to this moment, so that what comes meanwhile stays unread. */
  until: Instant.optional(),
});
export type ReadNoticesBody = z.infer<typeof ReadNoticesBody>;

export const readNotices = route({
  method: 'POST',
  path: 'users/me/notifications/read',
  summary: 'Marks notices as read: these, or all up to a moment',
  auth: 'user',
  body: ReadNoticesBody,
  returns: Unread,
  status: 200,
  errors: [noticeErrors.which],
  changes: ['notification'],
  answers: countUnread,
});

/** What a person is told of an area, and how. */
export const NoticeChoice = z.object({
  area: NoticeArea,
  /** On the bell and in the list. */
  app: z.boolean(),
  /** By mail: what is important at once (`important`, until one chooses), all at once, gathered by hour or by day, nothing. */
  mail: z.enum(MAIL_CHOICES),
  /** By the bot, where one has connected it: what is important, all, nothing. */
  bot: z.enum(BOT_CHOICES),
});
export type NoticeChoice = z.infer<typeof NoticeChoice>;

export const NoticeSettings = z.object({
  projects: z.array(
    z.object({
      project: z.object({ id: Id, title: z.string() }),
      /** The areas that tell something to his role there. */
      choices: z.array(NoticeChoice),
    }),
  ),
});
export type NoticeSettings = z.infer<typeof NoticeSettings>;

export const readNoticeSettings = route({
  method: 'GET',
  path: 'users/me/notification_settings',
  summary: 'What one is told of, project by project, and by which way',
  auth: 'user',
  shows: ['project'],
  returns: NoticeSettings,
});

/** Without `bot` what was chosen of it stays. */
const ChoiceToSave = NoticeChoice.extend({ bot: NoticeChoice.shape.bot.optional() });

/** So many projects may be set in one call. */
const MOST_PROJECTS = 500;

export const SaveNoticeSettingsBody = z.object({
  projects: z
    .array(z.object({ project_id: Id, choices: z.array(ChoiceToSave).min(1).max(AREA_NAMES.length) }))
    .min(1)
    .max(MOST_PROJECTS),
});
export type SaveNoticeSettingsBody = z.infer<typeof SaveNoticeSettingsBody>;

export const saveNoticeSettings = route({
  method: 'PUT',
  path: 'users/me/notification_settings',
  summary: 'Chooses for these areas of these projects; all others stay as they are',
  auth: 'user',
  body: SaveNoticeSettingsBody,
  returns: NoticeSettings,
  errors: [noticeErrors.not_yours, noticeErrors.twice],
  changes: ['notification_setting'],
  answers: readNoticeSettings,
});

const Link = z.object({ token: z.string().min(1).max(2_000) });

export const askUnsubscribe = route({
  method: 'GET',
  path: 'unsubscribe',
  summary: 'The page that a link in a letter opens: asks whether such letters are to end; signed, without signing in',
  auth: 'public',
  query: Link,
  status: 200,
  raw: 'text/html',
  limitPerMinute: 60,
});

export const unsubscribe = route({
  method: 'POST',
  path: 'unsubscribe',
  summary: 'Ends such letters by one press, of a person or of his mail program (RFC 8058)',
  auth: 'public',
  query: Link,
  status: 200,
  raw: 'text/html',
  anyBody: true,
  limitPerMinute: 60,
});
