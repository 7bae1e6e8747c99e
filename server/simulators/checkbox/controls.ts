import type { World } from '../simulator';
import { type Cashier, INITIAL } from './kept';
import type { Till } from './till';

export function controls(world: World, till: Till): void {
  const { kept } = till;
  const registers = () =>
    kept.registers.map(({ id, title, license_key }) => ({ value: id, title: `${title}: ${license_key}` }));
  const field = { name: 'register', title: { ua: 'Каса', en: 'Register' }, options: registers };
  world.control({
    id: 'refuse_receipts',
    title: { ua: 'Податкова відхилить наступні чеки', en: 'The tax office refuses the next receipts' },
    seen: {
      ua: 'чек «Не створено» зі словами податкової; його створюють ще раз',
      en: 'the receipt is “Not issued” with the words of the tax office; it is issued again by a press',
    },
    fields: [{ name: 'count', title: { ua: 'Скільки', en: 'How many' } }],
    run({ count }) {
      kept.refuse_receipts = Number(count) || 1;
      return {
        ua: `Наступних чеків буде відхилено: ${kept.refuse_receipts}`,
        en: `Of the next receipts so many are refused: ${kept.refuse_receipts}`,
      };
    },
  });
  world.control({
    id: 'refuse_shifts',
    title: { ua: 'Зміна не відкриється або не закриється', en: 'A shift does not open or close' },
    seen: {
      ua: 'каса лишається, як була, з причиною; закриття за часом пробує щогодини',
      en: 'the register stays as it was, with why; a closing by its time is tried every hour',
    },
    run() {
      kept.refuse_shifts += 1;
      return {
        ua: 'Наступне відкриття або закриття зміни не вдасться',
        en: 'The next opening or closing of a shift fails',
      };
    },
  });
  world.control({
    id: 'steps',
    title: { ua: 'Стан змінюється після стількох запитів', en: 'A state changes after so many looks' },
    seen: { ua: '«відкривається», «надіслано» видно довше', en: '“being opened”, “sent” are seen for longer' },
    fields: [{ name: 'count', title: { ua: 'Скільки', en: 'How many' } }],
    run({ count }) {
      kept.steps = Math.max(0, Math.min(50, Number(count) || 0));
      return { ua: `Запитів до зміни стану: ${kept.steps}`, en: `Looks until a state changes: ${kept.steps}` };
    },
  });
  world.control({
    id: 'offline',
    title: { ua: 'Офлайн: увімкнути або вимкнути', en: 'Offline: on or off' },
    seen: {
      ua: 'каса «частково активна», чек має офлайновий номер і про це сказано',
      en: 'the register is “partially active”, a receipt has an offline number, and says so',
    },
    fields: [field],
    run({ register = '' }) {
      const found = till.registerOf(register);
      found.offline = !found.offline;
      return found.offline
        ? { ua: `«${found.title}» працює офлайн`, en: `«${found.title}» is offline` }
        : { ua: `«${found.title}» знову на зв’язку`, en: `«${found.title}» is online again` };
    },
  });
  world.control({
    id: 'end_tokens',
    title: { ua: 'Закінчити дію всіх токенів', en: 'End all tokens' },
    seen: { ua: 'нічого: касир входить знову сам', en: 'nothing: the cashier signs in again by himself' },
    run() {
      kept.tokens = {};
      return { ua: 'Касирам треба увійти знову', en: 'Cashiers have to sign in again' };
    },
  });
  world.control({
    id: 'signature',
    title: { ua: 'Підпис касира: зламати або полагодити', en: 'The cashier’s signature: break it or mend it' },
    seen: {
      ua: 'каса «частково активна», зміна не відкривається й каже чому',
      en: 'the register is “partially active”, a shift does not open, and says why',
    },
    fields: [field],
    run({ register = '' }) {
      const { license_key } = till.registerOf(register);
      const cashier = kept.cashiers.find(({ license_keys }) => license_keys.includes(license_key)) as Cashier;
      cashier.signs = !cashier.signs;
      return cashier.signs
        ? { ua: 'Підпис працює', en: 'The signature works' }
        : { ua: 'Підпис не працює', en: 'The signature does not work' };
    },
  });
  world.control({
    id: 'keys',
    title: { ua: 'Показати ключі й PIN-коди', en: 'Show the keys and PINs' },
    seen: { ua: 'ними підключають касу', en: 'a register is connected by them' },
    run: () =>
      kept.registers
        .map(({ title, license_key }) => {
          const cashier = kept.cashiers.find(({ license_keys }) => license_keys.includes(license_key));
          return `${title}: ${license_key}, PIN ${cashier?.pin ?? '–'}`;
        })
        .join('; '),
  });
  world.control({
    id: 'reset',
    title: { ua: 'Почати спочатку: каси без змін і чеків', en: 'Begin anew: registers without shifts and receipts' },
    seen: {
      ua: 'зміни в продукті закриються, щойно касу перевірять; його чеки лишаються',
      en: 'shifts of the product are closed when the register is checked; its receipts stay',
    },
    run() {
      const { steps } = kept;
      Object.assign(kept, structuredClone(INITIAL), { steps });
      return { ua: 'Каси такі, як на початку', en: 'The registers are as they were in the beginning' };
    },
  });
  world.control({
    id: 'webhook',
    title: { ua: 'Показати адресу й ключ вебхука', en: 'Show the address and the key of the webhook' },
    seen: { ua: 'нічого', en: 'nothing' },
    run: () =>
      kept.registers.flatMap(({ webhook }) => (webhook ? `${webhook.url} ${webhook.key}` : [])).join('; ') || '–',
  });
  world.control({
    id: 'dump',
    title: { ua: 'Показати всі чеки', en: 'Show all receipts' },
    seen: { ua: 'кожен чек один раз, із тією самою сумою', en: 'each receipt once, with the same sum' },
    run: () =>
      JSON.stringify(kept.receipts.map(({ id, type, status, total_sum }) => ({ id, type, status, total_sum }))),
  });
  world.control({
    id: 'deliver',
    title: { ua: 'Надіслати вебхуки, що чекають', en: 'Send webhooks that wait' },
    seen: { ua: 'стани оновлюються одразу', en: 'states are refreshed at once' },
    async run() {
      await till.deliver();
      return { ua: `Чекають: ${kept.pending.length}`, en: `They wait: ${kept.pending.length}` };
    },
  });
}
