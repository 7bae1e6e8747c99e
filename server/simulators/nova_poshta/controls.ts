import type { World } from '../simulator';
import { codSum, type Doc, setCode } from './documents';
import type { Kept } from './kept';

interface Said {
  readonly ua: string;
  readonly en: string;
}

export function controls(world: World, kept: Kept): void {
  const fields = [
    {
      name: 'number',
      title: 'ТТН',
      options: () =>
        kept.docs
          .filter((doc) => !doc.deleted)
          .slice(-200)
          .reverse()
          .map((doc) => ({
            value: doc.number,
            title: `${doc.number} · ${doc.code} · ${String(doc.props.InfoRegClientBarcodes ?? '')}`,
          })),
    },
  ];
  const named = (number = ''): Doc => {
    const doc = kept.docs.find((one) => one.number === number);
    if (!doc) throw new Error(`${number}: немає / there is none`);
    return doc;
  };
  const button = (id: string, title: Said, seen: Said, run: (doc: Doc, now: number) => void) =>
    world.control({
      ...{ id, title, seen, fields },
      run: ({ number = '' }) => {
        run(named(number), world.now().getTime());
        return { ua: `${title.ua}: ${number}`, en: `${title.en}: ${number}` };
      },
    });
  const onOrder = (ua: string, en: string): Said => ({
    ua: `на сторінці замовлення, після «Оновити статус» або за годину: ${ua}`,
    en: `on the page of the order, after “Refresh the status” or within an hour: ${en}`,
  });
  button(
    'accept',
    { ua: 'Прийняти посилку', en: 'Take the parcel' },
    onOrder(
      '«У дорозі»; замовлення стає «Відправлено» або це підказано',
      '“On the way”; the order is sent, or that is suggested',
    ),
    (doc, now) => setCode(doc, '4', now),
  );
  button(
    'arrive',
    { ua: 'Прибула на відділення', en: 'It has come to the branch' },
    onOrder('«Чекає у відділенні», за кілька днів нагадування', '“Waits at the branch”, a reminder after some days'),
    (doc, now) => setCode(doc, '7', now),
  );
  button(
    'receive',
    { ua: 'Покупець отримав', en: 'The customer has received it' },
    onOrder(
      '«Отримано», замовлення завершується або це підказано',
      '“Received”, the order is completed, or that is suggested',
    ),
    (doc, now) => setCode(doc, codSum(doc) > 0 ? '10' : '9', now),
  );
  button(
    'refuse',
    { ua: 'Покупець відмовився', en: 'The customer has refused it' },
    onOrder(
      '«Повертається», чернетка повернення або підказка',
      '“Coming back”, the draft of a return, or that is suggested',
    ),
    (doc, now) => setCode(doc, '103', now),
  );
  button(
    'pay',
    { ua: 'Видати гроші відправнику', en: 'Pay the money to the sender' },
    onOrder(
      'післяплату отримано, один рядок у реєстрі перевізника',
      'the cash on delivery is received, one row in the register of the carrier',
    ),
    (doc, now) => setCode(doc, '11', now),
  );
  button(
    'back',
    { ua: 'Статус стрибнув назад: прямує', en: 'The status has jumped back: on its way' },
    onOrder('видно новий статус, зроблене не повторюється', 'the new status is seen, what was done is not done again'),
    (doc, now) => setCode(doc, '5', now),
  );
  button(
    'will_refuse',
    { ua: 'Покупець відмовиться, коли прибуде', en: 'The customer will refuse it when it comes' },
    onOrder('поки що нічого', 'nothing for now'),
    (doc) => {
      doc.will = 'refuse';
    },
  );
  button(
    'delete',
    { ua: 'Видалити в кабінеті відправника', en: 'Delete it in the sender’s cabinet' },
    onOrder('«Видалено»; ТТН прибирають натисканням', '“Deleted”; the ТТН is taken off by a press'),
    (doc, now) => {
      setCode(doc, '2', now);
      doc.deleted = true;
    },
  );
  world.control({
    id: 'expire',
    title: { ua: 'Строк дії ключа минув: увімкнути чи вимкнути', en: 'The key has expired: on or off' },
    seen: {
      ua: 'у «Доставка» і в «Підключених службах»: ключ більше не діє, введіть новий; накладні чекають',
      en: 'in “Delivery” and “Connected services”: the key is not valid any more, enter a new one; waybills wait',
    },
    fields: [{ name: 'key', title: { ua: 'Ключ', en: 'The key' } }],
    run: ({ key = '' }) => {
      const { expired = [] } = kept;
      kept.expired = expired.includes(key) ? expired.filter((one) => one !== key) : [...expired, key];
      return kept.expired.includes(key)
        ? { ua: 'Ключ більше не діє', en: 'The key is not valid any more' }
        : { ua: 'Ключ діє', en: 'The key is valid' };
    },
  });
  world.control({
    id: 'empty',
    title: { ua: 'Наступна накладна: «успішно», але без даних', en: 'The next waybill: “success”, but without data' },
    seen: {
      ua: 'накладна «Створюється», її знаходять у переліку служби; другої немає',
      en: 'the waybill is “Being made” and is found in the list of the service; there is no second one',
    },
    run: () => {
      kept.empty += 1;
      return { ua: 'Увімкнено на один виклик', en: 'On for one call' };
    },
  });
  world.control({
    id: 'late',
    title: { ua: 'Нові накладні зʼявляються в переліку із запізненням', en: 'New waybills are listed late' },
    seen: {
      ua: 'разом із «відповідь загубилася»: за десять хвилин продукт просить поглянути в бізнес-кабінет, другої накладної не робить',
      en: 'with “the answer was lost”: after ten minutes the product asks to look into the business cabinet, and makes no second waybill',
    },
    fields: [{ name: 'seconds', title: { ua: 'Секунд', en: 'Seconds' } }],
    run: ({ seconds }) => {
      kept.late = Math.max(0, Number(seconds) || 0) * 1_000;
      return { ua: `Запізнення: ${kept.late / 1_000} с`, en: `Late by ${kept.late / 1_000} s` };
    },
  });
  world.control({
    id: 'limit',
    title: {
      ua: 'Не більше одного виклику на секунду за ключем: увімкнути чи вимкнути',
      en: 'No more than a call a second by a key: on or off',
    },
    seen: { ua: 'накладні створюються повільніше, усі', en: 'waybills are made more slowly, all of them' },
    run: () => {
      kept.limit = !kept.limit;
      return kept.limit ? { ua: 'Обмежено', en: 'Limited' } : { ua: 'Без обмеження', en: 'Without a limit' };
    },
  });
  world.control({
    id: 'as_object',
    title: {
      ua: 'Помилки як обʼєкт, а не масив: увімкнути чи вимкнути',
      en: 'Errors as an object, and no array: on or off',
    },
    seen: { ua: 'нічого: слова відмови ті самі', en: 'nothing: the words of a refusal are the same' },
    run: () => {
      kept.errorsAsObject = !kept.errorsAsObject;
      return kept.errorsAsObject ? { ua: 'Обʼєкт', en: 'An object' } : { ua: 'Масив', en: 'An array' };
    },
  });
}
