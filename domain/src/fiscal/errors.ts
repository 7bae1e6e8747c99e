import { errors } from '../kit/errors';

export const fiscalErrors = errors('fiscal', {
  not_found: { status: 404, ua: 'Касу не знайдено', en: 'No such cash register' },
  no_receipt: { status: 404, ua: 'Чек не знайдено', en: 'No such receipt' },
  no_shift: { status: 404, ua: 'Зміну не знайдено', en: 'No such shift' },
  /** Specification §8. */
  authentication: {
    status: 422,
    ua: 'Помилка автентифікації: ключ ліцензії або PIN-код неправильний, спробуйте ще раз',
    en: 'Authentication error: the key or the PIN is wrong, try again',
  },
  unreadable: {
    status: 409,
    ua: 'Ключ каси більше не читається: введіть ключ ліцензії та PIN-код знову',
    en: 'The keys of the register cannot be read any more: enter the licence key and the PIN again',
  },
  /** By this name in the specification, §5. */
  duplicateKasa: {
    status: 409,
    ua: 'Каса з таким ключем ліцензії вже існує',
    en: 'A cash register with this key already exists',
  },
  too_many: {
    status: 409,
    ua: 'Кас може бути щонайбільше {allowed}',
    en: 'There are at most {allowed} cash registers',
  },
  unknown_counterparty: { status: 422, ua: 'Контрагента не знайдено', en: 'No such counterparty' },
  /** Specification §8. */
  not_opened: {
    status: 409,
    ua: 'Чек не створено: спершу потрібно відкрити касу',
    en: 'The receipt cannot be created: the register must be opened first',
  },
  open_already: { status: 409, ua: 'Зміну вже відкрито', en: 'The shift is open already' },
  not_open: {
    status: 409,
    ua: 'Зміну закрито: спершу відкрийте касу',
    en: 'The shift is closed: open the register first',
  },
  shift_moves: {
    status: 409,
    ua: 'Зміна саме відкривається або закривається: зачекайте кілька секунд',
    en: 'The shift is being opened or closed: wait a few seconds',
  },
  not_active: {
    status: 409,
    ua: 'Каса не активна: перевірте ключ ліцензії та PIN-код',
    en: 'The register is not active: check its key and PIN',
  },
  open_shift: {
    status: 409,
    ua: 'Зміну не закрито: спершу закрийте касу',
    en: 'The shift is open: close the register first',
  },
  waiting: {
    status: 409,
    ua: 'Деякі чеки цієї каси ще в дорозі: зачекайте, доки вони отримають номер',
    en: 'Some receipts of this register are still on their way: wait until they have their number',
  },
  /** Specification §8. */
  bill: {
    status: 422,
    ua: 'Помилка створення чека: перевірте, чи всі товари є в каталозі служби чеків, інакше зверніться до підтримки. {reason}',
    en: 'Bill error: check that all products exist in the receipt service’s catalogue, else contact support. {reason}',
  },
  refused: { status: 422, ua: 'Checkbox відмовив: {reason}', en: 'Checkbox refused: {reason}' },
  unavailable: {
    status: 503,
    ua: 'Checkbox зараз не відповідає. Нічого не змінено, спробуйте за хвилину',
    en: 'Checkbox does not answer at the moment. Nothing was changed, try again in a minute',
  },
  no_register: {
    status: 409,
    ua: 'Немає активної каси продавця «{seller}», яка прийме цей чек',
    en: 'There is no active register of the seller “{seller}” to take this receipt',
  },
  issuer_gone: {
    status: 409,
    ua: 'Касу, на якій видано чек продажу, від’єднано: підключіть її знову, і чек повернення буде видано на ній',
    en: 'The register that issued the receipt of the sale is disconnected: connect it again to issue the return there',
  },
  sold_by_other: {
    status: 409,
    ua: 'Цей товар покупцю продає «{seller}», тож чек видає він. Підключіть касу, яка приймає його продажі',
    en: 'These goods are sold to the customer by “{seller}”, who issues the receipt. Connect a register that takes his sales',
  },
  not_sold: {
    status: 409,
    ua: 'Чек видають за замовленням, яке вже в роботі: чернетки та скасовані чека не мають',
    en: 'A receipt is issued for an order that is under way: drafts and canceled ones have none',
  },
  issued_already: {
    status: 409,
    ua: 'Чек за це вже видано або він у дорозі',
    en: 'The receipt for this was issued already, or it is on its way',
  },
  nothing_to_pay: {
    status: 422,
    ua: 'Сума чека менша за копійку за одиницю: нема чого пробивати',
    en: 'The receipt would come to less than a kopeck a piece: there is nothing to issue',
  },
  payments_differ: {
    status: 422,
    ua: 'Оплати мають разом дорівнювати сумі чека: {allowed} коп.',
    en: 'The payments have to come to the sum of the receipt together: {allowed} kopecks',
  },
  how_paid: { status: 422, ua: 'Вкажіть, як заплачено', en: 'Say how it was paid' },
  not_receipted: {
    status: 409,
    ua: 'За це замовлення немає чека продажу, який можна повернути',
    en: 'There is no receipt of a sale of this order to return',
  },
  return_undecided: {
    status: 409,
    ua: 'Чек повернення видають, коли повернення схвалене',
    en: 'A receipt of a return is issued once the return is approved',
  },
  not_issued: {
    status: 409,
    ua: 'Чек ще не має фіскального номера',
    en: 'The receipt has no fiscal number yet',
  },
  bad_signature: { status: 401, ua: 'Підпис не збігається', en: 'The signature does not match' },
  period_too_long: {
    status: 422,
    ua: 'Період має бути від 1 до {allowed} днів',
    en: 'A period has from 1 to {allowed} days',
  },
});
