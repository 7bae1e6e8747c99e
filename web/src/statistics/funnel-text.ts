import { texts } from '../kit/text';

/** `35 хв`, `7 год 5 хв`, `3 дн. 4 год` */
const lasted = (minutes: number, [day, hour, minute]: readonly [string, string, string]): string => {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
  if (days > 0) return `${days} ${day} ${hours} ${hour}`;
  return hours > 0 ? `${hours} ${hour} ${rest} ${minute}` : `${rest} ${minute}`;
};

export const funnelText = texts({
  ua: {
    title: 'Рух замовлень',
    chart: 'Скільки замовлень надійшло в кожен статус',
    chartAbout: 'Графік: скільки замовлень надійшло в кожен статус. Ті самі числа – у таблиці нижче.',
    table: 'Статуси за період',
    status: 'Статус',
    heads: ['Надійшло', 'Вийшло', 'У статусі в середньому', 'Куди перейшли'],
    about:
      'Рахується кожен перехід, навіть якщо замовлення поверталося. Час у статусі – середній для тих, що вийшли з нього за період.',
    latenessText: 'Чи вчасно виробляють:',
    lateness: 'строки заявок на виробництво',
    lasted: (minutes: number) => lasted(minutes, ['дн.', 'год', 'хв']),
    empty: 'За цей період замовлення не рухалися',
    emptyText: 'Тут видно, через які статуси проходять замовлення і де затримуються. Оберіть інший період.',
    entered: (status: string) => `Надійшли у статус «${status}»`,
    left: (status: string) => `Вийшли зі статусу «${status}»`,
    moves: 'Переходи між статусами',
    order: 'Замовлення',
    moveHeads: ['Перехід', 'Було у статусі', 'Коли'],
  },
  en: {
    title: 'Ways of orders',
    chart: 'How many orders came to each status',
    chartAbout: 'Chart: how many orders came to each status. The same numbers stand in the table below.',
    table: 'Statuses in the period',
    status: 'Status',
    heads: ['Came', 'Left', 'In it on average', 'Where they went'],
    about:
      'Each move counts, also where an order came back. The time is the average of those that left the status in the period.',
    latenessText: 'Whether goods are made in time:',
    lateness: 'deadlines of manufacture requests',
    lasted: (minutes: number) => lasted(minutes, ['d', 'h', 'min']),
    empty: 'No order moved in this period',
    emptyText: 'Here stands which statuses orders go through, and where they are held up. Choose another period.',
    entered: (status: string) => `Came to the status “${status}”`,
    left: (status: string) => `Left the status “${status}”`,
    moves: 'Moves between statuses',
    order: 'Order',
    moveHeads: ['Move', 'Had been in it', 'When'],
  },
});
