import { formatMoney } from '@lanka/domain/kit/money';
import type { AccessEnd } from '@lanka/domain/partners/access';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { letterKind } from '../kit/mail/letters';
import { noticeWithLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import type { LockedAccess } from '../projects';

interface Ended {
  readonly who: string;
  readonly project: string;
  /** Kopecks; negative: the dropshipper owes. */
  readonly balance: number;
  readonly open_orders: number;
  readonly reason: string;
}
const sample: Ended = {
  ...{ who: 'Оксана Шевчук', project: 'Ткацький двір', balance: -245_000, open_orders: 2 },
  reason: 'Закриваю магазин',
};

const ORDERS = {
  ua: (n: number) =>
    n === 0 ? 'Незавершених замовлень немає.' : `Незавершених замовлень: ${n}. Їх буде завершено як домовлено.`,
  en: (n: number) => (n === 0 ? 'No orders are under way.' : `Orders under way: ${n}. They are finished as agreed.`),
};

/** What remains to be settled, said to the dropshipper. */
const toHim = {
  ua: (balance: number) =>
    balance < 0
      ? `Ваш борг перед постачальником: ${formatMoney(-balance)}. Його потрібно сплатити.`
      : balance > 0
        ? `На вашому балансі в постачальника: ${formatMoney(balance)}. Домовтеся з ним про повернення.`
        : 'Взаєморозрахунки закрито: баланс нульовий.',
  en: (balance: number) =>
    balance < 0
      ? `You owe the supplier ${formatMoney(-balance)}. It has to be paid.`
      : balance > 0
        ? `You have ${formatMoney(balance)} with the supplier. Agree with them how it comes back.`
        : 'Nothing is left to settle: the balance is zero.',
};
const ofHim = {
  ua: (balance: number) =>
    balance < 0
      ? `Борг дропшипера: ${formatMoney(-balance)}.`
      : balance > 0
        ? `Кошти дропшипера у вас: ${formatMoney(balance)}.`
        : 'Баланс нульовий.',
  en: (balance: number) =>
    balance < 0
      ? `The dropshipper owes ${formatMoney(-balance)}.`
      : balance > 0
        ? `The dropshipper has ${formatMoney(balance)} with you.`
        : 'The balance is zero.',
};
const STAYS = {
  ua: 'Минулі замовлення й документи лишаються вам для перегляду. Фіди цього постачальника сім днів показують «немає в наявності», а потім перестають відповідати.',
  en: 'Your past orders and papers stay yours to read. Feeds of this supplier say “out of stock” for seven days and answer no more then.',
};

const left = letterKind<Ended>('partners.left', {
  sample,
  ua: ({ who, project, balance, open_orders, reason }) => ({
    subject: `${who} завершує співпрацю з проєктом «${project}»`,
    paragraphs: [
      'Вітаємо.',
      `${who} більше не замовляє у проєкті «${project}»: доступ закрито, тимчасові броні чернеток знято.`,
      ...(reason ? [`Причина: ${reason}`] : []),
      `${ORDERS.ua(open_orders)} ${ofHim.ua(balance)}`,
      'Контрагент, його баланс та історія лишаються. Повернути доступ можна запрошенням.',
    ],
    button: 'Відкрити контрагента',
  }),
  en: ({ who, project, balance, open_orders, reason }) => ({
    subject: `${who} ends the cooperation with “${project}”`,
    paragraphs: [
      'Hello.',
      `${who} does not order from the project “${project}” any more: the access is closed, what drafts had booked for hours is free.`,
      ...(reason ? [`The reason: ${reason}`] : []),
      `${ORDERS.en(open_orders)} ${ofHim.en(balance)}`,
      'The counterparty, its balance and history stay. An invitation gives the access back.',
    ],
    button: 'Open the counterparty',
  }),
});

const farewell = letterKind<Ended>('partners.farewell', {
  sample,
  ua: ({ project, balance, open_orders }) => ({
    subject: `Співпрацю з «${project}» завершено`,
    paragraphs: [
      'Вітаємо.',
      `Ви завершили співпрацю з проєктом «${project}»: нових замовлень у нього зробити не можна.`,
      `${ORDERS.ua(open_orders)} ${toHim.ua(balance)}`,
      STAYS.ua,
    ],
    button: 'Мої замовлення',
  }),
  en: ({ project, balance, open_orders }) => ({
    subject: `The cooperation with “${project}” has ended`,
    paragraphs: [
      'Hello.',
      `You have left the project “${project}”: nothing new can be ordered there.`,
      `${ORDERS.en(open_orders)} ${toHim.en(balance)}`,
      STAYS.en,
    ],
    button: 'My orders',
  }),
});

const removed = letterKind<Ended>('partners.access_removed', {
  sample,
  ua: ({ project, balance, open_orders }) => ({
    subject: `«${project}» закриває вам доступ`,
    paragraphs: [
      'Вітаємо.',
      `Проєкт «${project}» закрив вам доступ: нових замовлень у нього зробити не можна. Постачальник може запросити вас знову.`,
      `${ORDERS.ua(open_orders)} ${toHim.ua(balance)}`,
      STAYS.ua,
    ],
    button: 'Мої замовлення',
  }),
  en: ({ project, balance, open_orders }) => ({
    subject: `“${project}” closes your access`,
    paragraphs: [
      'Hello.',
      `The project “${project}” has closed your access: nothing new can be ordered there. The supplier may invite you again.`,
      `${ORDERS.en(open_orders)} ${toHim.en(balance)}`,
      STAYS.en,
    ],
    button: 'My orders',
  }),
});

const dismissed = letterKind<Ended>('partners.access_closed', {
  sample,
  ua: ({ who, project, balance, open_orders }) => ({
    subject: `Доступ ${who} до проєкту «${project}» закрито`,
    paragraphs: ['Вітаємо.', `${ORDERS.ua(open_orders)} ${ofHim.ua(balance)}`],
    button: 'Відкрити контрагента',
  }),
  en: ({ who, project, balance, open_orders }) => ({
    subject: `The access of ${who} to “${project}” is closed`,
    paragraphs: ['Hello.', `${ORDERS.en(open_orders)} ${ofHim.en(balance)}`],
    button: 'Open the counterparty',
  }),
});

interface Joined {
  readonly who: string;
  readonly project: string;
}

const accepted = letterKind<Joined>('partners.joined', {
  sample: { who: 'Олена Коваленко', project: 'Ткацький двір' },
  ua: ({ who, project }) => ({
    subject: `${who} приймає ваше запрошення`,
    paragraphs: [
      'Вітаємо.',
      `${who} тепер працює з проєктом «${project}» як дропшипер: бачить ваші товари й може замовляти.`,
    ],
    button: 'Відкрити контрагента',
  }),
  en: ({ who, project }) => ({
    subject: `${who} accepts your invitation`,
    paragraphs: [
      'Hello.',
      `${who} works with the project “${project}” as a dropshipper now: your goods are seen and can be ordered.`,
    ],
    button: 'Open the counterparty',
  }),
});

const staff = [{ staff: 'counterparties.invite' }] as const;
const LEFT = noticeWithLetter(left, { area: 'partners', reaches: staff, byOutsiders: true });
const FAREWELL = noticeWithLetter(farewell, { area: 'partners', reaches: ['applicant'] });
const REMOVED = noticeWithLetter(removed, { area: 'partners', reaches: ['applicant'] });
const CLOSED = noticeWithLetter(dismissed, { area: 'partners', reaches: staff });

const JOINED = noticeWithLetter(accepted, { area: 'partners', reaches: staff, byOutsiders: true });

export const partnerNotices = [LEFT, FAREWELL, REMOVED, CLOSED, JOINED];

/** To the supplier: whoever was invited, be it after a rejection, has accepted. */
export async function tellJoined(
  tx: Tx,
  app: Pick<Services, 'notices'>,
  project: { readonly id: string; readonly title: string },
  { counterparty_id, who }: { readonly counterparty_id: string; readonly who: string },
): Promise<void> {
  const facts = { who, project: project.title, path: `/cp/counterparties/${counterparty_id}` };
  await app.notices.tell(tx, systemIn(project.id), JOINED, {}, facts);
}

/** To both sides. A block has a letter of its own, which says no more than that. */
export async function tellEnded(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { user_id, counterparty_id, name }: LockedAccess,
  { end, ...facts }: Pick<Ended, 'balance' | 'open_orders' | 'reason'> & { readonly end: AccessEnd },
): Promise<void> {
  const told = { ...facts, who: name, project: scope.project.title };
  const ours = { ...told, path: `/cp/counterparties/${counterparty_id}` };
  const his = { ...told, path: '/cp/orders' };
  await app.notices.tell(tx, scope, end === 'left' ? LEFT : CLOSED, {}, ours);
  // also to himself: it says what is left to settle
  if (end === 'left') await app.notices.tell(tx, systemIn(scope.project.id), FAREWELL, { user_id }, his);
  if (end === 'removed') await app.notices.tell(tx, scope, REMOVED, { user_id }, his);
}
