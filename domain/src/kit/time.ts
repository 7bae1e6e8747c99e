/** Calendar of Kyiv. Stored in UTC; shown, and days and months counted, in Europe/Kyiv (domain.md, Time). */
const ZONE = (() => {
  try {
    new Intl.DateTimeFormat('uk', { timeZone: 'Europe/Kyiv' });
    return 'Europe/Kyiv';
  } catch {
    return 'Europe/Kiev'; // ICU before 2022 knows only the old spelling
  }
})();

export const KYIV = ZONE;

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

function kyivParts(at: Date): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(at).map((part) => [part.type, part.value]));
}

/** Sweden writes a day as ISO 8601 does. Each row of a list asks for one: whole, that is a third of what the parts take. */
const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, year: 'numeric', month: '2-digit', day: '2-digit' });

/** `YYYY-MM-DD` of the instant in Kyiv. */
export const kyivDate = (at: Date): string => isoDay.format(at);

/** The hour of the day in Kyiv. */
export const kyivHour = (at: Date): number => Number(kyivParts(at).hour) % 24;

/** The moment at which the day `YYYY-MM-DD` begins in Kyiv, which is two hours ahead of UTC, or three in summer. */
export function beginOfKyivDay(day: string): Date {
  const [summer, winter] = [3, 2].map((hours) => new Date(Date.parse(`${day}T00:00:00Z`) - hours * 3_600_000)) as [
    Date,
    Date,
  ];
  return kyivDate(summer) === day ? summer : winter;
}

/** The calendar day that follows `YYYY-MM-DD`. */
export const dayAfter = (day: string): string => daysAfter(day, 1);

/** So many days later. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** `31.10.2026` of `2026-10-31` */
export const dotted = (day: string): string => day.split('-').reverse().join('.');

/** `01.11.2026 – 24.11.2026`, or the one day that it is. */
export const dottedDays = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  from === to ? dotted(from) : `${dotted(from)} – ${dotted(to)}`;

/** `dd.mm.yyyy` */
export function formatDate(at: Date): string {
  const p = kyivParts(at);
  return `${p.day}.${p.month}.${p.year}`;
}

/** `05.11.2026` as people type a day here, `5.11.2026` too, as `2026-11-05`; null when there is no such day. */
export function parseDay(typed: string): string | null {
  const match = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(typed.trim());
  if (!match) return null;
  const day = `${match[3]}-${(match[2] ?? '').padStart(2, '0')}-${(match[1] ?? '').padStart(2, '0')}`;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

/** `dd.mm.yyyy HH:mm` */
export function formatDateTime(at: Date): string {
  const p = kyivParts(at);
  return `${p.day}.${p.month}.${p.year} ${p.hour === '24' ? '00' : p.hour}:${p.minute}`;
}

const GENITIVE = [
  'січня',
  'лютого',
  'березня',
  'квітня',
  'травня',
  'червня',
  'липня',
  'серпня',
  'вересня',
  'жовтня',
  'листопада',
  'грудня',
] as const;

/** `20 листопада 2026 р.`, as documents print it (reference/documents: months in the genitive). */
export function formatDateInWords(date: string): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return `${day} ${GENITIVE[month - 1]} ${year} р.`;
}
