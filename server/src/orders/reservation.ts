import { dotted, kyivDate, kyivHour } from '@lanka/domain/kit/time';
import { isOver, isReserving } from '@lanka/domain/orders/reservation';
import { refuseReservation } from '@lanka/domain/orders/rules';
import { type ActingIn, type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import { rowByRow } from '../kit/jobs/row-by-row';
import { letterKind } from '../kit/mail/letters';
import { noticeKind, noticeWithLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { authoriseSystem, listProjectIds, readProject } from '../projects';
import { holdUntil } from '../stock';
import { moveOrder } from './move';
import { isPartlySent, type LockedOrder, lockOrder, saveOrder } from './orders.store';
import { type EndedReservation, findEnded, takeEnding } from './reservation.store';

/** @throws why it may not be reserved until this day */
export async function checkReservation(tx: Tx, scope: ProjectScope, day: string | null | undefined): Promise<void> {
  if (!day) return;
  const clientDays = scope.role === 'Client' ? (await readProject(tx, scope)).reservation_days : 0;
  const refused = refuseReservation(day, { today: kyivDate(new Date()), role: scope.role, clientDays });
  if (refused) throw refused;
}

interface Facts {
  readonly project: string;
  readonly number: string;
  readonly day: string;
}

const ENDED = letterKind<Facts>('orders.reservation_ended', {
  sample: { project: 'Текстиль-Плюс', number: '128', day: '25.11.2026' },
  ua: ({ project, number, day }) => ({
    subject: `Резерв замовлення № ${number} закінчився`,
    paragraphs: [
      'Вітаємо.',
      `Замовлення № ${number} проєкту «${project}» тримало товар до ${day}. Цей день минув, тож товар знову вільний, а замовлення повернуто на доопрацювання.`,
      'Якщо воно ще потрібне, назвіть новий день або зніміть резерв і надішліть замовлення знову.',
    ],
    button: 'Відкрити замовлення',
  }),
  en: ({ project, number, day }) => ({
    subject: `The reservation of the order № ${number} has ended`,
    paragraphs: [
      'Hello.',
      `The order № ${number} of the project “${project}” held its goods until ${day}. The day is over, so the goods are free again and the order was returned for editing.`,
      'If it is still needed, name another day or lift the reservation, and send the order again.',
    ],
    button: 'Open the order',
  }),
});

export const reservationEnded = noticeWithLetter(ENDED, { area: 'orders', reaches: ['dropshipper', 'manager'] });

const end = job<Record<string, never>>('orders.end_reservations');

/** Every hour: a day begins in Kyiv with one of them, and what an outage has missed is done with the next. */
export const endReservations = byClock(end, '5 * * * *', async (app) => {
  const ids = await app.db.transaction({ readOnly: true }, listProjectIds);
  for (const id of ids) await endReservationsIn(app, id);
  for (const id of ids) await tellEndingIn(app, id, new Date());
});

export const endReservationsIn = (app: Services, projectId: string): Promise<void> =>
  rowByRow<EndedReservation>(app, {
    name: end.name,
    find: (last) =>
      app.db.transaction({ projectIds: [projectId] }, (tx) =>
        findEnded(tx, systemIn(projectId), kyivDate(new Date()), last),
      ),
    act: async ({ id }) => {
      const within = (tx: Tx) => endReservation(tx, app, projectId, id);
      for (const change of await app.db.transaction({ projectIds: [projectId] }, within))
        app.live.publish(projectId, change);
    },
  });

interface Ending {
  readonly id: string;
  readonly number: string;
}

/** On the last day, from the morning on: whoever still wants it prolongs it, or sends it. */
export const reservationEnding = noticeKind<Ending>('orders.reservation_ending', {
  area: 'orders',
  reaches: ['dropshipper', 'manager'],
  mail: 'now',
  sample: { id: '01890a5d-ac96-774b-bcce-b302099a8057', number: 'A128' },
  ua: ({ number }) => ({
    title: `Сьогодні останній день резерву замовлення № ${number}`,
    text: 'Завтра товар звільниться, якщо резерв не продовжити',
  }),
  en: ({ number }) => ({
    title: `The reservation of the order № ${number} ends today`,
    text: 'Tomorrow the goods are free again unless it is prolonged',
  }),
  path: ({ id }) => `/cp/orders/${id}`,
  together: {
    ua: (count, { number }) => ({ title: `Сьогодні закінчуються резерви: ${count}`, text: `Зокрема № ${number}` }),
    en: (count, { number }) => ({ title: `Reservations that end today: ${count}`, text: `№ ${number} among them` }),
    path: '/cp/orders',
  },
});

const MORNING = 9;

export async function tellEndingIn(app: Services, projectId: string, now: Date): Promise<void> {
  if (kyivHour(now) < MORNING) return;
  const scope = systemIn(projectId);
  const tell = (tx: Tx) => tellEnding(tx, app, scope, kyivDate(now));
  while ((await app.db.transaction({ projectIds: [projectId] }, tell)) > 0);
}

async function tellEnding(tx: Tx, { notices }: Services, scope: ActingIn, today: string): Promise<number> {
  const ending = await takeEnding(tx, scope, today);
  for (const { id, prefix, number, counterparty_id } of ending)
    await notices.tell(tx, scope, reservationEnding, { counterparty_id }, { id, number: `${prefix}${number}` });
  return ending.length;
}

interface Change {
  readonly kind: string;
  readonly id: string;
}

/** Whoever was first, to ship or to prolong it or another process with this job, has left nothing to end. */
export async function endReservation(tx: Tx, app: Services, projectId: string, id: string): Promise<Change[]> {
  const scope = await authoriseSystem(tx, projectId);
  if (!scope) return [];
  const order = await lockOrder(tx, scope, id);
  const { status, reserved_until } = order;
  if (!reserved_until || !isReserving(status) || !isOver(reserved_until, kyivDate(new Date()))) return [];
  if (isPartlySent(order)) return keepTheRest(tx, scope, order, reserved_until);
  const { items } = await moveOrder(tx, app, scope, id, 'Blocked', reserved_until, 'reservation_ended');
  const facts = {
    project: scope.project.title,
    number: `${order.prefix}${order.number}`,
    day: dotted(reserved_until),
  };
  const { counterparty_id } = order;
  await app.notices.tell(tx, scope, reservationEnded, { counterparty_id }, { ...facts, path: `/cp/orders/${id}` });
  return [
    { kind: 'order', id },
    { kind: 'counterparty', id: order.counterparty_id },
    ...items.map(({ product_variant_id }) => ({ kind: 'product_variant', id: product_variant_id })),
  ];
}

/** What was sent in part cannot come back: the rest of it stays booked, without an end. */
async function keepTheRest(tx: Tx, scope: ProjectScope, order: LockedOrder, day: string): Promise<Change[]> {
  const { id, status } = order;
  await holdUntil(tx, scope, { kind: 'order', id }, null);
  const entry = { kind: 'reservation_ended', from: status, to: status, reason: day, effects: [] } as const;
  await saveOrder(tx, scope, order, { reserved_until: null }, entry);
  return [{ kind: 'order', id }];
}
