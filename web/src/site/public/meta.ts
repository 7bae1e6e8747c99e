import { texts } from '../../kit/text';

/** Titles and descriptions, for the tab, for search engines and for links in messages. */
export const meta = texts({
  ua: {
    landing: {
      title: 'Ланка — платформа для виробників і дропшиперів',
      description:
        'Спільний облік для виробника й дропшипера: товари, живі залишки, замовлення, баланси, документи. Бета-версія за запрошенням або запитом.',
    },
    price: {
      title: 'Ціни — Ланка',
      description:
        'Тарифи Ланки для виробників і дропшиперів: обсяги замовлень, товарів, команди та API. Порівняння рівнів.',
    },
    missing: { title: 'Сторінку не знайдено — Ланка', description: 'Такої сторінки на сайті Ланки немає.' },
    maintenance: { title: 'Триває вдосконалення — Ланка', description: 'Ланка повернеться за кілька хвилин.' },
  },
  en: {
    landing: {
      title: 'Lanka — a platform for manufacturers and dropshippers',
      description:
        'One set of books for manufacturer and dropshipper: products, live stock, orders, balances, documents. Beta by invitation or request.',
    },
    price: {
      title: 'Prices — Lanka',
      description:
        'Plans of Lanka for manufacturers and dropshippers: orders, products, team and API. Levels compared.',
    },
    missing: { title: 'Page not found — Lanka', description: 'There is no such page on the site of Lanka.' },
    maintenance: { title: 'Improvements in progress — Lanka', description: 'Lanka is back in a few minutes.' },
  },
});
