import { texts } from '../../kit/text';

/** The words inside the hero's picture: an example, not a customer. */
export const heroText = texts({
  ua: {
    manufacturer: {
      product: 'Сукня «Мальва»',
      price: '799 ₴, партнерам 679 ₴',
      stock: '24 у наявності',
      order: 'Замовлення № 1042',
      status: 'У дорозі',
      steps: ['Очікує', 'Готове', 'Відправлено', 'Виконано'],
      balance: 'Баланс партнера',
      sum: '+2 602 ₴',
    },
    dropshipper: {
      product: 'Сукня «Мальва»',
      price: 'продаєте за 799 ₴',
      stock: 'Ваші 120 ₴',
      order: 'Ваше замовлення № 1042',
      status: 'У дорозі',
      steps: ['Надіслано', 'Готове', 'Відправлено', 'Отримано'],
      balance: 'Ваш баланс',
      sum: '3 521 ₴',
    },
  },
  en: {
    manufacturer: {
      product: 'Malva dress',
      price: '₴799, ₴679 for partners',
      stock: '24 in stock',
      order: 'Order No. 1042',
      status: 'On its way',
      steps: ['Pending', 'Ready', 'Sent', 'Complete'],
      balance: 'Partner’s balance',
      sum: '+₴2,602',
    },
    dropshipper: {
      product: 'Malva dress',
      price: 'you sell at ₴799',
      stock: 'You earn ₴120',
      order: 'Your order No. 1042',
      status: 'On its way',
      steps: ['Placed', 'Ready', 'Sent', 'Received'],
      balance: 'Your balance',
      sum: '₴3,521',
    },
  },
});
