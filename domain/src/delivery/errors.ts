import { errors } from '../kit/errors';

export const deliveryErrors = errors('delivery', {
  not_connected: {
    status: 409,
    ua: 'Нову пошту ще не підключено. Додайте ключ у налаштуваннях доставки',
    en: 'Nova Poshta is not connected yet. Add the key in the settings of delivery',
  },
  not_ready: {
    status: 409,
    ua: 'Налаштування Нової пошти не завершено: оберіть відправника, контактну особу та відділення відправки',
    en: 'The settings of Nova Poshta are not complete: choose the sender, the contact and the branch to send from',
  },
  key_wrong: {
    status: 422,
    ua: 'Нова пошта не приймає цей ключ. Скопіюйте його ще раз з бізнес-кабінету: Налаштування – Безпека',
    en: 'Nova Poshta does not take this key. Copy it again from the business cabinet: Settings – Security',
  },
  key_expired: {
    status: 422,
    ua: 'Строк дії ключа Нової пошти минув. Створіть новий у бізнес-кабінеті та додайте його тут',
    en: 'The key of Nova Poshta has expired. Make a new one in the business cabinet and add it here',
  },
  no_senders: {
    status: 422,
    ua: 'За цим ключем немає жодного відправника. Перевірте, що в бізнес-кабінеті Нової пошти вказано відправника',
    en: 'There is no sender under this key. Check that the business cabinet of Nova Poshta has one',
  },
  unknown_sender: {
    status: 422,
    ua: 'Такого відправника чи контактної особи за цим ключем немає',
    en: 'There is no such sender or contact under this key',
  },
  unknown_place: {
    status: 422,
    ua: 'Такого населеного пункту чи відділення немає серед діючих. Оберіть зі списку',
    en: 'There is no such town or branch among those that work. Choose from the list',
  },
  unreachable: {
    status: 503,
    ua: 'Нова пошта зараз не відповідає. Спробуйте за кілька хвилин: решта продукту працює як завжди',
    en: 'Nova Poshta does not answer now. Try again in some minutes: everything else works as always',
  },
  busy: {
    status: 503,
    ua: 'Нова пошта просить зачекати: забагато запитів за вашим ключем. Спробуйте за хвилину',
    en: 'Nova Poshta asks to wait: too many requests by your key. Try again in a minute',
  },
  refused: {
    status: 422,
    ua: 'Нова пошта відмовила: {said}',
    en: 'Nova Poshta has refused: {said}',
  },
  which_parcel: {
    status: 422,
    ua: 'Замовлення їде кількома посилками: вкажіть, якої з них стосується накладна',
    en: 'The order goes in several parcels: say which of them the waybill is for',
  },
  no_parcel: { status: 404, ua: 'Такої посилки в замовлення немає', en: 'The order has no such parcel' },
  not_nova_poshta: {
    status: 409,
    ua: 'Це замовлення доставляє не Нова пошта. Змініть службу доставки або впишіть ТТН вручну',
    en: 'This order does not go by Nova Poshta. Change the carrier or write the ТТН by hand',
  },
  wrong_status: {
    status: 409,
    ua: 'Накладну створюють для прийнятого замовлення, яке ще не відправлено',
    en: 'A waybill is made for an order that was taken and is not sent yet',
  },
  ttn_by_hand: {
    status: 409,
    ua: 'У посилки вже є ТТН {ttn}, вписана вручну. Приберіть її, щоб створити накладну тут',
    en: 'The parcel has the ТТН {ttn} already, written by hand. Remove it to make the waybill here',
  },
  unsure: {
    status: 409,
    ua: 'Відповідь Нової пошти загубилася, і в її переліку цієї накладної немає. Погляньте в бізнес-кабінет: якщо накладна там є, впишіть її ТТН у замовлення',
    en: 'The answer of Nova Poshta was lost, and this waybill is not in its list. Look into the business cabinet: if it is there, write its ТТН into the order',
  },
  ttn_taken: {
    status: 409,
    ua: 'ТТН цієї накладної прибрали із замовлення: поверніть її або видаліть накладну',
    en: 'The ТТН of this waybill was taken out of the order: put it back or delete the waybill',
  },
  other_ttn: {
    status: 409,
    ua: 'У замовленні вписано іншу ТТН, {ttn}: приберіть її або видаліть цю накладну',
    en: 'The order has another ТТН, {ttn}: remove it or delete this waybill',
  },
  order_changed: {
    status: 409,
    ua: 'Сума післяплати або телефон у замовленні вже інші, ніж у накладній: натисніть «Змінити», щоб передати їх Новій пошті',
    en: 'The cash on delivery or the phone of the order differs from the waybill: press “Change” to tell Nova Poshta',
  },
  parcel_has_waybill: {
    status: 409,
    ua: 'Посилка, якої більше не буде, має накладну {ttn}. Спершу видаліть накладну',
    en: 'The parcel that would be gone has the waybill {ttn}. Delete the waybill first',
  },
  own_off: {
    status: 409,
    ua: 'Цей постачальник не дозволяє створювати накладні власним ключем. Зверніться до нього',
    en: 'This supplier does not let dropshippers make waybills by keys of their own. Ask him',
  },
  own_not_connected: {
    status: 409,
    ua: 'Ви ще не підключили Нову пошту за цим постачальником. Додайте свій ключ у розділі «Доставка»',
    en: 'You have not connected Nova Poshta for this supplier yet. Add your key in “Delivery”',
  },
  own_in_parcels: {
    status: 409,
    ua: 'Післяплата цього замовлення ділиться між кількома посилками, тож отримати її має хтось один. Накладні створює постачальник',
    en: 'The cash on delivery of this order is shared by several parcels, so one has to get all of it. The supplier makes the waybills',
  },
  owner_gone: {
    status: 409,
    ua: 'Дропшипер відключив свій ключ Нової пошти: далі ця накладна – у його бізнес-кабінеті',
    en: 'The dropshipper has disconnected his key of Nova Poshta: this waybill is in his business cabinet only',
  },
  of_other_key: {
    status: 409,
    ua: 'Накладну створено ключем іншої сторони: змінити чи видалити її може лише той, чий ключ',
    en: 'The waybill was made by the key of the other side: only whose key it is can change or delete it',
  },
  several_keys: {
    status: 409,
    ua: 'Серед вибраного є накладні різних відправників. Друкуйте окремо свої та накладні кожного дропшипера',
    en: 'The waybills that are chosen are of several senders. Print yours and those of each dropshipper apart',
  },
  no_waybill: { status: 404, ua: 'Накладної немає', en: 'There is no waybill' },
  under_way: {
    status: 409,
    ua: 'Накладну ще опрацьовує Нова пошта. Зачекайте кілька секунд',
    en: 'Nova Poshta is still working on the waybill. Wait some seconds',
  },
  handed_over: {
    status: 409,
    ua: 'Посилка вже в перевізника: змінити чи видалити накладну не можна',
    en: 'The carrier has the parcel already: the waybill can neither be changed nor deleted',
  },
  problems: {
    status: 422,
    ua: 'Накладну не створено: виправте вказане',
    en: 'The waybill was not made: correct what is named',
  },
  name_parts: {
    status: 422,
    ua: 'Вкажіть прізвище та ім’я отримувача, наприклад «Іваненко Ірина»',
    en: 'Give the surname and the name of the recipient',
  },
  name_letters: {
    status: 422,
    ua: 'Ім’я отримувача має бути українськими літерами, без цифр і латиниці',
    en: 'The recipient’s name has to be in Ukrainian letters, without digits',
  },
  no_phone: { status: 422, ua: 'Вкажіть телефон отримувача', en: 'Give the recipient’s phone' },
  no_town: {
    status: 422,
    ua: 'Оберіть населений пункт зі списку Нової пошти',
    en: 'Choose the town from the list of Nova Poshta',
  },
  no_branch: {
    status: 422,
    ua: 'Оберіть зі списку відділення, поштомат або адресу для кур’єра',
    en: 'Choose the branch, the locker or the address for a courier from the list',
  },
  branch_closed: {
    status: 422,
    ua: 'Це відділення зараз не працює. Оберіть інше',
    en: 'This branch does not work now. Choose another one',
  },
  no_description: { status: 422, ua: 'Опишіть вміст посилки', en: 'Say what is in the parcel' },
  too_heavy: {
    status: 422,
    ua: 'Це відділення приймає до {allowed} кг. Оберіть інше або розділіть замовлення на посилки',
    en: 'This branch takes up to {allowed} kg. Choose another one or split the order into parcels',
  },
  locker_seats: {
    status: 422,
    ua: 'До поштомата можна відправити лише одне місце',
    en: 'A locker takes one piece only',
  },
  locker_size: {
    status: 422,
    ua: 'Для поштомата вкажіть розміри посилки в сантиметрах',
    en: 'For a locker give the size of the parcel in centimetres',
  },
  control_locker: {
    status: 422,
    ua: 'Контроль оплати не діє для поштоматів: оберіть відділення або грошовий переказ',
    en: 'Payment control does not hold for lockers: choose a branch or a money transfer',
  },
  control_door: {
    status: 422,
    ua: 'Контроль оплати діє лише між відділеннями: оберіть відділення або грошовий переказ',
    en: 'Payment control holds between branches only: choose a branch or a money transfer',
  },
  no_control: {
    status: 422,
    ua: 'За договором відправника контроль оплати недоступний. Оберіть грошовий переказ у налаштуваннях доставки',
    en: 'The sender’s contract has no payment control. Choose a money transfer in the settings of delivery',
  },
  in_register: {
    status: 409,
    ua: 'Накладна стоїть у реєстрі відправлень: спершу вийміть її звідти',
    en: 'The waybill stands in a register of parcels: take it out of it first',
  },
  no_register: { status: 404, ua: 'Такого реєстру немає', en: 'There is no such register' },
  register_gone: { status: 409, ua: 'Реєстр уже видалено', en: 'The register was deleted already' },
  nothing_to_register: {
    status: 422,
    ua: 'Серед вибраного немає накладних, які можна перенести: потрібні створені, не передані перевізнику, без реєстру чи з цього реєстру',
    en: 'Among what was chosen no waybill can be moved: they have to be made, not handed over, and in no other register',
  },
  not_suggested: {
    status: 409,
    ua: 'Це вже зроблено, або перевізник каже про посилку інше. Оновіть сторінку',
    en: 'It is done already, or the carrier says otherwise of the parcel by now. Load the page anew',
  },
  parcels_under_way: {
    status: 409,
    ua: 'Інші посилки замовлення ще в дорозі: завершіть його, коли отримають усі',
    en: 'Other parcels of the order are under way: complete it when all of them are received',
  },
  no_batch: { status: 404, ua: 'Такого завдання немає', en: 'No such task' },
  nothing_to_print: {
    status: 422,
    ua: 'Серед вибраного немає створених накладних',
    en: 'Among what was chosen there are no waybills',
  },
  no_label: {
    status: 503,
    ua: 'Нова пошта не віддала етикетку. Спробуйте за хвилину',
    en: 'Nova Poshta has not given the label. Try again in a minute',
  },
});

/** What codes of Nova Poshta mean, where our words are better than theirs; the language of theirs varies. */
export const CARRIER_WORDS: Readonly<Record<string, { readonly ua: string; readonly en: string }>> = {
  '20000100527': { ua: 'не вказано ім’я отримувача', en: 'the recipient’s first name is missing' },
  '20000300434': { ua: 'невірний телефон отримувача', en: 'the recipient’s phone is wrong' },
  '20000400455': { ua: 'дата відправки вже минула', en: 'the day of sending is over' },
  '20000400480': { ua: 'відділення або контрагента не знайдено', en: 'no such branch or party' },
  '20000201486': {
    ua: 'сума переказу на картку завелика: до 14 999 ₴',
    en: 'a transfer to a card is at most 14,999 UAH',
  },
  '20000201590': { ua: 'контроль оплати діє лише між відділеннями', en: 'payment control holds between branches only' },
  '20000200032': { ua: 'контроль оплати не діє для поштоматів', en: 'payment control does not hold for lockers' },
  '20000201776': { ua: 'вкажіть повне ім’я відправника', en: 'give the full name of the sender' },
  '20000201777': { ua: 'вкажіть повне ім’я отримувача', en: 'give the full name of the recipient' },
};

/** What the carrier may answer while somebody waits. */
export const carrierErrors = [
  deliveryErrors.unreachable,
  deliveryErrors.busy,
  deliveryErrors.refused,
  deliveryErrors.key_wrong,
  deliveryErrors.key_expired,
];
