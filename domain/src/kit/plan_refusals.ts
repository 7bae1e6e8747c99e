/**
 * What is refused because of the plan and what is paid for it. Apart from the plans themselves, whose terms every page of
 * the web loads: these texts come from the server.
 */
import { type DomainError, errors } from './errors';
import { type Audience, liftedBy, MANUFACTURER_PLANS, ManufacturerPlan } from './plans';
import type { Restriction } from './restriction';

export const refusals = errors('plans', {
  /** `plans`: those whose month has more orders; packs of further orders are switched on in the plan's settings. */
  orders_limit: {
    status: 402,
    ua: 'Ліміт замовлень на місяць вичерпано: {used} з {allowed}. Увімкніть додаткові пакети замовлень',
    en: 'The orders of this month are used up: {used} of {allowed}. Switch extra packs of orders on',
  },
  /** The same as a dropshipper is told, who cannot change it. */
  supplier_orders_limit: {
    status: 409,
    ua: 'Постачальник вичерпав ліміт замовлень на цей місяць і нових поки не приймає. Зверніться до нього',
    en: 'The supplier has used up the orders of this month and takes no new ones for now. Get in touch with the supplier',
  },
  /** `from`: the day since which only reading goes on; the invoice is the one to pay. */
  unpaid: {
    status: 402,
    ua: 'Доступ лише для читання: рахунок № {invoice_number} не сплачено вчасно. Сплатіть його в розділі «Тариф», і все відкриється одразу',
    en: 'Access is read-only: invoice No. {invoice_number} was not paid in time. Pay it in the section Plan, and everything opens at once',
  },
  trial_over: {
    status: 402,
    ua: 'Доступ лише для читання: пробний період закінчився. Оберіть тариф, і все відкриється одразу',
    en: 'Access is read-only: the trial is over. Choose a plan, and everything opens at once',
  },
  /** The same for whoever of the project's people cannot pay or choose. */
  unpaid_member: {
    status: 402,
    ua: 'Доступ лише для читання: рахунок проєкту № {invoice_number} не сплачено вчасно. Його сплачує власник або адміністратор, і все відкриється одразу',
    en: 'Access is read-only: invoice No. {invoice_number} of the project was not paid in time. An owner or administrator pays it, and everything opens at once',
  },
  trial_over_member: {
    status: 402,
    ua: 'Доступ лише для читання: пробний період проєкту закінчився. Тариф обирає власник або адміністратор, і все відкриється одразу',
    en: 'Access is read-only: the trial of the project is over. An owner or administrator chooses a plan, and everything opens at once',
  },
  /** Of a dropshipper's own plan. */
  unpaid_dropshipper: {
    status: 402,
    ua: 'Доступ лише для читання: ваш рахунок № {invoice_number} не сплачено вчасно. Сплатіть його в розділі «Оплата й підписка», і все відкриється одразу',
    en: 'Access is read-only: your invoice No. {invoice_number} was not paid in time. Pay it in the section Payment and Subscription, and everything opens at once',
  },
  supplier_restricted: {
    status: 409,
    ua: 'Постачальник тимчасово не приймає нових замовлень. Оформлені раніше він виконає',
    en: 'The supplier takes no new orders for the time being. Those that are placed go on',
  },
});

/** Refuses the next order of the month. A dropshipper, who cannot lift it, is told so. Throws 402 or 409. */
export function assertOrderRoom(plan: string | null, { used, allowed: most, own }: OrderRoom): void {
  if (used < most) return;
  if (!own) throw refusals.supplier_orders_limit();
  const plans = ManufacturerPlan.options.filter((one) => MANUFACTURER_PLANS[one].orders > used && one !== plan);
  throw liftedBy(refusals.orders_limit, { limit: 'orders', used, allowed: most, plans });
}

export interface OrderRoom {
  readonly used: number;
  readonly allowed: number;
  /** Whoever asks is of the project's people. */
  readonly own: boolean;
}

/** Who is told: a project's people who may pay, those who may not, a dropshipper of his own plan. */
export type Told = 'payer' | 'member' | 'dropshipper';
const UNPAID = { payer: 'unpaid', member: 'unpaid_member', dropshipper: 'unpaid_dropshipper' } as const;

/** What whoever may only read is answered, and where it leads. */
export function restricted({ from, invoice }: Restriction, told: Told): DomainError {
  const audience: Audience = told === 'dropshipper' ? 'dropshipper' : 'manufacturer';
  if (invoice)
    return refusals[UNPAID[told]]({ from, invoice_id: invoice.id, invoice_number: invoice.number, audience });
  return told === 'member' ? refusals.trial_over_member({ from, audience }) : refusals.trial_over({ from, audience });
}
