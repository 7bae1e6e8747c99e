import { texts } from '../kit/text';

/** Cash on delivery, in the words of orders, lists and the wallet. */
export const codText = texts({
  ua: {
    title: 'Післяплата',
    on: 'Покупець платить перевізнику при отриманні',
    onHint: 'Гроші збирає перевізник для постачальника; що лишиться після комісії та собівартості – заробіток',
    sum: 'Сума до отримання',
    sumHint: 'Порожньо – сума покупця без передоплати',
    fee: 'Комісія перевізника',
    feeHint: 'Порожньо – за основними налаштуваннями; 0 – комісію платить покупець',
    cost: 'Собівартість',
    earning: 'Заробіток',
    earningOf: (name: string) => `Заробіток: ${name}`,
    mine: 'Ваш заробіток',
    loss: (sum: string) => `Суми не вистачить: продавець доплатить ${sum}`,
    received: 'Отримано від перевізника',
    receivedFee: 'Утримано перевізником',
    difference: 'Різниця',
    none: 'Без післяплати.',
    enter: 'Додати післяплату',
    change: 'Змінити',
    save: 'Зберегти',
    saved: 'Післяплату збережено',
    direct:
      'Перевізник виплатить ці гроші дропшиперові: накладну створено його ключем. Тут їх не зараховують, собівартість він платить постачальникові.',
    directMine:
      'Перевізник виплатить ці гроші вам: накладну створено вашим ключем. На баланс вони не зараховуються, собівартість ви платите постачальникові.',
    frozen: 'Замовлення відправлено: суму й комісію зафіксовано.',
  },
  en: {
    title: 'Cash on delivery',
    on: 'The customer pays the carrier on delivery',
    onHint:
      'The carrier collects the money for the supplier; what is left after the fee and the base cost is the earning',
    sum: 'Sum to collect',
    sumHint: 'Empty: the sum of the customer less the prepayment',
    fee: 'Fee of the carrier',
    feeHint: 'Empty: as the general settings say; 0: the customer pays the fee',
    cost: 'Base cost',
    earning: 'Earning',
    earningOf: (name) => `Earning: ${name}`,
    mine: 'Your earning',
    loss: (sum) => `The sum is not enough: the seller pays ${sum} besides`,
    received: 'Received from the carrier',
    receivedFee: 'Kept by the carrier',
    difference: 'Difference',
    none: 'No cash on delivery.',
    enter: 'Add cash on delivery',
    change: 'Change',
    save: 'Save',
    saved: 'The cash on delivery is saved',
    direct:
      'The carrier pays this money to the dropshipper: the waybill is by his key. It is not credited here, the base cost he pays to the supplier.',
    directMine:
      'The carrier pays this money to you: the waybill is by your key. It is not credited to your balance, the base cost you pay to the supplier.',
    frozen: 'The order was sent: the sum and the fee are fixed.',
  },
});
