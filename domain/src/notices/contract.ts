import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant } from '../kit/ids';
import { commaList, listQuery, page, QueryFlag } from '../kit/lists';
import { AREA_NAMES } from '../kit/notice_areas';
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
  query: listQuery(['-at'], { area: commaList(NoticeArea), unread: QueryFlag.optional() }),
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
