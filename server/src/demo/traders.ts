import * as contract from '@lanka/domain/partners/contract';
import { together } from '../kit/db/together';
import { createCounterparty, inviteCounterparty } from '../partners';
import { acceptInvitation } from '../projects';
import type { Person } from './caller';
import { MONTHS, type Past, type Regular } from './months';
import { seeded } from './random';
import { enter, morning, type Stage } from './stage';
import { type Happening, placedAt, planEntry, planOrder, type Shown, type Trade } from './story';

/** Dropshippers of the market: who they are and what they say of themselves. */
const TRADERS: readonly (readonly [login: string, name: string, comment: string])[] = [
  ['alina', 'Аліна Бабенко', 'Instagram, Харків'],
  ['anton', 'Антон Вовк', 'Prom, Київ'],
  ['artem', 'Артем Дяченко', 'Rozetka, Дніпро'],
  ['vasylyna', 'Василина Гнатів', 'Магазин у Telegram'],
  ['veronika', 'Вероніка Сидоренко', 'TikTok, Одеса'],
  ['viktor', 'Віктор Панчук', 'OLX, Рівне'],
  ['viktoriia', 'Вікторія Жук', 'Instagram, Львів'],
  ['vitalii', 'Віталій Осадчий', 'Хорошоп, Вінниця'],
  ['halyna', 'Галина Паламар', 'Facebook, Тернопіль'],
  ['hanna', 'Ганна Рудик', 'Kasta'],
  ['daryna', 'Дарина Мельничук', 'Instagram, Київ'],
  ['dmytro', 'Дмитро Костюк', 'Prom і Rozetka, Житомир'],
  ['yevhen', 'Євген Шаповал', 'WooCommerce, Запоріжжя'],
  ['zhanna', 'Жанна Тимченко', 'Viber-спільнота, Суми'],
  ['zoriana', 'Зоряна Федорів', 'Instagram, Івано-Франківськ'],
  ['inna', 'Інна Власюк', 'OpenCart, Луцьк'],
  ['iryna', 'Ірина Заєць', 'Prom, Черкаси'],
  ['kyrylo', 'Кирило Нестеренко', 'Rozetka, Київ'],
  ['kseniia', 'Ксенія Бурлака', 'TikTok, Полтава'],
  ['lesia', 'Леся Притула', 'Instagram, Ужгород'],
  ['liudmyla', 'Людмила Гончаренко', 'OLX і Prom, Кропивницький'],
  ['maksym', 'Максим Ярош', 'Shopify, Київ'],
  ['mariia', 'Марія Опришко', 'Instagram, Чернівці'],
  ['myroslava', 'Мирослава Левицька', 'Хорошоп, Львів'],
  ['mykyta', 'Микита Олійник', 'Telegram, Миколаїв'],
  ['natalia', 'Наталія Кушнір', 'Facebook, Хмельницький'],
  ['oksana', 'Оксана Данилюк', 'Prom, Рівне'],
  ['oleksii', 'Олексій Гайдай', 'Rozetka, Харків'],
  ['roman', 'Роман Стасюк', 'Hotline, Київ'],
  ['svitlana', 'Світлана Іщенко', 'Instagram, Чернігів'],
  ['taras', 'Тарас Білик', 'WooCommerce, Львів'],
  ['tetiana', 'Тетяна Швець', 'Viber-спільнота, Херсон'],
  ['uliana', 'Уляна Мартинюк', 'TikTok, Коломия'],
  ['yurii', 'Юрій Ковальчук', 'Epicentr, Київ'],
];

/** One of them sells what the other project sews too. */
const SELLS_BOTH = 4;
const STATUSES: readonly Shown[] = ['Complete', 'Complete', 'Sent', 'Complete', 'Ready', 'Complete', 'Pending'];

interface House {
  readonly trade: Trade;
  readonly owner: Person;
}

/**
 * A month of many small dropshippers: each has bought something, most have paid.
 * @returns what happens, who they are, and how often they bought of each in the months before
 */
export async function planTraders(
  stage: Stage,
  first: House,
  second: House,
): Promise<{
  happenings: Happening[];
  people: Person[];
  regulars: { first: Regular[]; second: Regular[] };
  /** Orders that were done long ago: written behind the story, each with the number that it has drawn in it. */
  past: Past[];
}> {
  // draws of their own: no other part of the story moves when one of them is added
  const own: Stage = { ...stage, random: seeded(34) };
  const happenings: Happening[] = [];
  const people = await together(TRADERS.map(([login, name]) => enter(stage, addressOf(login), name)));
  const all = TRADERS.map((trader, nth) => ({ trader, nth }));
  const [ofFirst, ofSecond] = [
    await letIn(stage, first, all),
    await letIn(
      stage,
      second,
      all.filter(({ nth }) => nth % SELLS_BOTH === 0),
    ),
  ];
  const regulars = { first: [] as Regular[], second: [] as Regular[] };
  const past: Past[] = [];
  for (const [nth, person] of people.entries())
    for (const [{ trade }, ids, bought] of [
      [first, ofFirst, regulars.first],
      [second, ofSecond, regulars.second],
    ] as const) {
      const counterparty_id = ids.get(nth);
      if (!counterparty_id) continue;
      const buyer = { counterparty_id, person, pieces: [1, 2] } as const;
      bought.push({ ...buyer, orders: growing(nth) });
      const status = STATUSES[nth % STATUSES.length] ?? 'Complete';
      const paid = nth % 3 === 2 ? null : 1 + (nth % 6);
      if (status === 'Complete') {
        const paid_at = paid && morning(stage.now, paid);
        const order: Past = { trade, counterparty_id, person, at: placedAt(own, status), paid_at, number: 0 };
        past.push(order);
        happenings.push({ at: order.at, run: () => drawNumber(stage, order) });
        continue;
      }
      happenings.push(...planOrder(own, trade, buyer, status));
      if (paid === null) continue;
      const paying = { account: 'bank', comment: 'Оплата за товар', whole: true, daysAgo: paid } as const;
      happenings.push(planEntry(own, trade, counterparty_id, paying));
    }
  return { happenings, people, regulars, past };
}

/** One comes after another, and sells a little more from month to month. */
const growing = (nth: number): number[] =>
  Array.from({ length: MONTHS }, (_, month) => (month < nth % MONTHS ? 0 : 1 + ((nth + month) % 4 === 0 ? 1 : 0)));

async function drawNumber({ app }: Stage, order: Past): Promise<void> {
  order.number = await app.numbers.next(order.trade.project_id, 'order');
}

const addressOf = (login: string): string => `${login}@demo.lanka.test`;

/**
 * All come at once, by what the routes do and not by a call for each: their statements leave together. No row that one of
 * them locks is another's.
 * @returns what each is called there, by his place among the traders
 */
async function letIn(
  { tx, app, scope: scopeOf, secretFor }: Stage,
  { trade: { project_id }, owner }: House,
  traders: readonly { readonly trader: (typeof TRADERS)[number]; readonly nth: number }[],
): Promise<ReadonlyMap<number, string>> {
  const scope = await scopeOf(owner, 'counterparties.edit', project_id);
  const made = await together(
    traders.map(({ trader: [, name, comment], nth }) => {
      const phone = `06800020${String(nth).padStart(2, '0')}`;
      const body = { name, phone, discount: (nth % 4) * 100, comment };
      return createCounterparty(tx, scope, contract.createCounterparty.body.parse(body));
    }),
  );
  const emails = traders.map(({ trader: [login] }) => addressOf(login));
  await together(made.map(({ id }, at) => inviteCounterparty(tx, app, scope, id, emails[at] ?? '')));
  await together(emails.map((email) => acceptInvitation(tx, app, secretFor(email))));
  return new Map(traders.map(({ nth }, at) => [nth, made[at]?.id ?? '']));
}
