import { formatCount } from '../kit/format';
import { texts } from '../kit/text';

/** Splitting a draft and joining drafts. */
export const partsText = texts({
  ua: {
    split: 'Поділити чернетку',
    splitTitle: 'Що перенести в нову чернетку',
    splitHint:
      'Покупець, доставка, теги й джерело будуть такі самі. Тимчасові бронювання перейдуть разом зі штуками; передоплата, ТТН, коментарі та файли залишаться тут.',
    ofPieces: (n: number, unit: string) => `із ${formatCount(n)} ${unit}`,
    all: 'усе',
    splitDo: 'Створити чернетку',
    nothing: 'Вкажіть, скільки перенести',
    nothingLeft: 'Залиште тут хоча б одну штуку',
    made: (n: string) => `Створено чернетку № ${n}`,
    join: 'Об’єднати з іншими',
    joinTitle: 'Які чернетки приєднати',
    joinHint:
      'Однакові товари додадуться, тимчасові бронювання перейдуть сюди. Приєднані чернетки буде скасовано, їхні коментарі та файли залишаться в них.',
    otherCustomer: 'Інший покупець',
    noOthers: 'Інших чернеток цього контрагента немає.',
    joinDo: 'Об’єднати',
    joined: 'Чернетки об’єднано',
    more: 'Показано останні 50 чернеток контрагента.',
  },
  en: {
    split: 'Split the draft',
    splitTitle: 'What goes to the new draft',
    splitHint:
      'Customer, delivery, tags and source will be the same. Temporary bookings go with their pieces; the prepayment, the waybill, comments and files stay here.',
    ofPieces: (n, unit) => `of ${formatCount(n)} ${unit}`,
    all: 'all',
    splitDo: 'Make the draft',
    nothing: 'Say how much goes',
    nothingLeft: 'Leave at least one piece here',
    made: (n) => `The draft № ${n} was made`,
    join: 'Join with others',
    joinTitle: 'Which drafts to join',
    joinHint:
      'The same goods are summed, temporary bookings come here. Joined drafts are canceled; their comments and files stay with them.',
    otherCustomer: 'Another customer',
    noOthers: 'The counterparty has no other drafts.',
    joinDo: 'Join',
    joined: 'The drafts were joined',
    more: 'The newest 50 drafts of the counterparty are shown.',
  },
});
