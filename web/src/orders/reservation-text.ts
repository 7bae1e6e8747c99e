import { texts } from '../kit/text';

/** Until which day an order holds its goods. */
export const reservationText = texts({
  ua: {
    title: 'Резерв до дати',
    label: 'Резерв діє до',
    hint: 'Цей день включно товар заброньовано лише для цього замовлення. Порожньо – без кінцевого дня',
    hintClient:
      'Цей день включно товар заброньовано для вас, потім замовлення повернеться на доопрацювання. Скільки днів можна – визначає постачальник',
    none: 'без кінцевого дня',
    change: 'Змінити день резерву',
    saved: 'Резерв змінено',
    lifted: 'Резерв знято: товар заброньовано без кінцевого дня',
    day: (day: string) => `до ${day} включно`,
    today: 'Резерв закінчується сьогодні',
    tomorrow: 'Резерв закінчується завтра',
    over: (day: string) => `Резерв до ${day} закінчився`,
    soonText: 'Після цього дня товар звільниться, а замовлення повернеться на доопрацювання.',
    overText: 'Товар знову вільний. Назвіть новий день або зніміть резерв, тоді надішліть замовлення знову.',
    ending: 'Найближчої години товар звільниться, а замовлення повернеться на доопрацювання.',
    prolong: (day: string) => `Продовжити до ${day}`,
    lift: 'Зняти резерв',
  },
  en: {
    title: 'Reserved until',
    label: 'Reserved until',
    hint: 'Up to and with this day the goods are booked for this order alone. Empty: without a last day',
    hintClient:
      'Up to and with this day the goods are booked for you, then the order is returned for editing. The supplier says for how many days',
    none: 'without a last day',
    change: 'Change the day of the reservation',
    saved: 'The reservation is changed',
    lifted: 'The reservation is lifted: the goods are booked without a last day',
    day: (day) => `up to and with ${day}`,
    today: 'The reservation ends today',
    tomorrow: 'The reservation ends tomorrow',
    over: (day) => `The reservation until ${day} has ended`,
    soonText: 'After this day the goods are free and the order is returned for editing.',
    overText: 'The goods are free again. Name another day or lift the reservation, then send the order again.',
    ending: 'Within the hour the goods are free and the order is returned for editing.',
    prolong: (day) => `Prolong until ${day}`,
    lift: 'Lift the reservation',
  },
});
