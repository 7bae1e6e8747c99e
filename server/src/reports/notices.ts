import type { Locale } from '@lanka/domain/kit/errors';
import { plural } from '@lanka/domain/kit/plural';
import { REPORTS, type ReportKind } from '@lanka/domain/reports/kinds';
import { noticeKind } from '../kit/notices/kinds';

interface Told {
  readonly id: string;
  readonly kind: ReportKind;
  /** Of which days: `01.11.2026 – 26.11.2026`, or one of them. */
  readonly days: string;
  readonly rows: number;
}

const sample: Told = {
  ...{ id: '01890a5d-ac96-774b-bcce-b302099a8057', kind: 'sales' as const },
  ...{ days: '01.11.2026 – 26.11.2026', rows: 1_240 },
};
const about = { area: 'files' as const, reaches: ['named' as const], sample };
/** The page with this report at its head. */
const path = ({ id }: Told): string => `/cp/reports?report=${id}`;
const ROWS = {
  ua: { one: 'рядок', few: 'рядки', many: 'рядків' },
  en: { one: 'row', few: 'rows', many: 'rows' },
};
const rowsOf = (locale: Locale, count: number): string => `${count} ${plural(locale, count, ROWS[locale])}`;

const ready = {
  ua: ({ kind, days, rows }: Told) => ({
    title: `Звіт «${REPORTS[kind].ua}» готовий`,
    text: `${days}, ${rowsOf('ua', rows)}`,
  }),
  en: ({ kind, days, rows }: Told) => ({
    title: `The report “${REPORTS[kind].en}” is ready`,
    text: `${days}, ${rowsOf('en', rows)}`,
  }),
};
const failed = {
  ua: ({ kind, days }: Told) => ({
    title: `Звіт «${REPORTS[kind].ua}» не вдалося скласти`,
    text: `${days}. Спробуйте ще раз`,
  }),
  en: ({ kind, days }: Told) => ({
    title: `The report “${REPORTS[kind].en}” could not be made`,
    text: `${days}. Try again`,
  }),
};

/** To whoever asked for it: a long one is not waited for. */
export const ASKED_TOLD = {
  done: noticeKind<Told>('reports.done', { ...about, ...ready, path, mail: 'off' }),
  failed: noticeKind<Told>('reports.failed', { ...about, ...failed, path, mail: 'off' }),
};

/** To the recipients of one by the clock: a letter with a link to the page, which asks who they are. */
export const SCHEDULED_TOLD = {
  done: noticeKind<Told>('reports.scheduled', { ...about, ...ready, path, mail: 'now' }),
  failed: noticeKind<Told>('reports.scheduled_failed', { ...about, ...failed, path, mail: 'now' }),
};

/** To whoever made the schedule, for nobody sits by when it stops. */
export const SCHEDULE_STOPPED = noticeKind<Pick<Told, 'id' | 'kind'>>('reports.schedule_stopped', {
  ...{ area: 'files', reaches: ['named'], mail: 'now', sample, path: () => '/cp/reports/schedules' },
  ua: ({ kind }) => ({
    title: `Розклад звіту «${REPORTS[kind].ua}» зупинено`,
    text: 'Ваша роль більше не бачить цих даних, або отримувачів не лишилося. Перегляньте розклад',
  }),
  en: ({ kind }) => ({
    title: `The schedule of the report “${REPORTS[kind].en}” was stopped`,
    text: 'Your role does not see these data any more, or no recipients are left. Look at the schedule',
  }),
});
