import { texts } from '../../kit/text';

/** How a chip of a scene is coloured: as the statuses of the product are. */
export type Tone = 'green' | 'blue' | 'yellow' | 'violet' | 'grey';
export type Thing = 'dress' | 'sweater' | 'bag' | 'shirt' | 'person' | 'paper' | 'coin' | 'factory';

/** A row of the little screen beside a feature: what is drawn, the name, the line under it, the chip. */
export type SceneRow = readonly [thing: Thing, title: string, note: string, chip: string, tone: Tone];

export interface Feature {
  title: string;
  lead: string;
  /** The head of the little screen. */
  scene: string;
  rows: readonly SceneRow[];
}

interface Features {
  manufacturer: readonly Feature[];
  dropshipper: readonly Feature[];
}

/** Specification §4: seven items for each audience. Everything shown here is in the product. */
export const features = texts<Features>({
  ua: {
    manufacturer: [
      {
        title: 'Товари й модифікації',
        lead: 'Розміри, кольори, артикули, штрихкоди, фото та види цін в одній картці.',
        scene: 'Сукня «Мальва»',
        rows: [
          ['dress', 'Синя, S', 'MLV-01-S', '14 шт', 'green'],
          ['dress', 'Синя, M', 'MLV-01-M', '8 шт', 'green'],
          ['dress', 'Синя, L', 'MLV-01-L', 'Закінчується', 'yellow'],
        ],
      },
      {
        title: 'Склад без сюрпризів',
        lead: 'Залишок, заброньоване й вільне видно окремо, з історією кожного руху.',
        scene: 'Склад',
        rows: [
          ['sweater', 'Светр «Гуцул»', 'на складі 24, у броні 6', '18 вільно', 'green'],
          ['bag', 'Сумка «Подолянка»', 'на складі 5, у броні 5', 'Усе в броні', 'yellow'],
          ['shirt', 'Сорочка лляна', 'у виробництві 30', 'Шиється', 'violet'],
        ],
      },
      {
        title: 'Замовлення від партнерів',
        lead: 'Дропшипер створює, менеджер підтверджує, комірник пакує. Усе в одному списку.',
        scene: 'Замовлення',
        rows: [
          ['dress', '№ 1042', 'Світлана К., 2 товари', 'Очікує', 'yellow'],
          ['sweater', '№ 1041', 'Олег Д., 1 товар', 'Готове', 'blue'],
          ['bag', '№ 1040', 'Ірина М., 4 товари', 'Відправлено', 'green'],
        ],
      },
      {
        title: 'Умови для кожного',
        lead: 'Запросіть партнера, задайте знижку й менеджера. Решта працює сама.',
        scene: 'Партнери',
        rows: [
          ['person', 'Світлана К.', 'дропшипер', 'Знижка 15 %', 'blue'],
          ['person', 'Крамниця «Оберіг»', 'опт', 'Знижка 25 %', 'blue'],
          ['person', 'Олег Д.', 'подав заявку', 'Нова заявка', 'violet'],
        ],
      },
      {
        title: 'Розрахунки з контрагентами',
        lead: 'Баланс кожного партнера з розкладом до замовлення й платежу.',
        scene: 'Баланс партнера',
        rows: [
          ['coin', 'Оплата за рахунком', '12 листопада', '+4 200 ₴', 'green'],
          ['dress', 'Замовлення № 1042', '13 листопада', '−1 598 ₴', 'grey'],
          ['sweater', 'Повернення за № 1035', '14 листопада', '+799 ₴', 'green'],
        ],
      },
      {
        title: 'Документи в PDF',
        lead: 'Рахунок, видаткова накладна та бланк замовлення з нумерацією й сумою прописом.',
        scene: 'Документи',
        rows: [
          ['paper', 'Рахунок № 118', 'Крамниця «Оберіг»', 'Видано', 'green'],
          ['paper', 'Накладна № 92', 'Крамниця «Оберіг»', 'Видано', 'green'],
          ['paper', 'Рахунок № 119', 'ФОП Коваль', 'Чернетка', 'grey'],
        ],
      },
      {
        title: 'Команда з ролями',
        lead: 'Власник, адміністратор, менеджер, виробничник, комірник: кожному рівно своє.',
        scene: 'Команда',
        rows: [
          ['person', 'Олена', 'усі замовлення й гроші', 'Власниця', 'violet'],
          ['person', 'Тарас', 'свої клієнти', 'Менеджер', 'blue'],
          ['person', 'Богдан', 'склад і відправлення', 'Комірник', 'grey'],
        ],
      },
    ],
    dropshipper: [
      {
        title: 'Каталог виробників',
        lead: 'Умови співпраці, доставлення й повернення видно до того, як подати заявку.',
        scene: 'Виробники',
        rows: [
          ['factory', 'Текстильна майстерня', 'Львів, сукні та сорочки', 'Подати заявку', 'blue'],
          ['factory', 'В’язальний цех', 'Хмельницький, светри', 'Ви партнери', 'green'],
          ['factory', 'Шкіряна робітня', 'Київ, сумки', 'На розгляді', 'yellow'],
        ],
      },
      {
        title: 'Живі залишки',
        lead: 'Перед тим як відповісти покупцеві, ви вже знаєте, чи є розмір.',
        scene: 'Сукня «Мальва»',
        rows: [
          ['dress', 'Синя, S', 'ваша ціна 679 ₴', 'Є', 'green'],
          ['dress', 'Синя, M', 'ваша ціна 679 ₴', 'Є', 'green'],
          ['dress', 'Синя, L', 'ваша ціна 679 ₴', 'Остання', 'yellow'],
        ],
      },
      {
        title: 'Замовлення за хвилину',
        lead: 'Товар, отримувач, доставлення, і виробник уже бачить, що пакувати.',
        scene: 'Нове замовлення',
        rows: [
          ['dress', 'Сукня «Мальва», M', '1 шт', '799 ₴', 'grey'],
          ['person', 'Марія Ш.', 'Полтава, відділення 4', 'Отримувач', 'grey'],
          ['coin', 'Ваш заробіток', 'різниця цін', '+120 ₴', 'green'],
        ],
      },
      {
        title: 'Бронювання на добу',
        lead: 'Покупець думає, а товар чекає. За 24 години бронь зніметься сама.',
        scene: 'Мої бронювання',
        rows: [
          ['dress', 'Сукня «Мальва», L', 'до завтра 14:30', 'Активна', 'green'],
          ['bag', 'Сумка «Подолянка»', 'до сьогодні 18:00', 'Спливає', 'yellow'],
          ['sweater', 'Светр «Гуцул», M', 'стала замовленням', 'Завершена', 'grey'],
        ],
      },
      {
        title: 'Стан кожного замовлення',
        lead: 'Не потрібно питати, чи відправили: видно крок, дату й номер накладної.',
        scene: 'Замовлення № 1042',
        rows: [
          ['paper', 'Надіслано виробнику', '13 листопада, 10:12', 'Виконано', 'green'],
          ['shirt', 'Готове до відправлення', '13 листопада, 16:40', 'Виконано', 'green'],
          ['bag', 'У дорозі', 'ТТН 2045…7781', 'Зараз', 'blue'],
        ],
      },
      {
        title: 'Баланс із виробником',
        lead: 'Скільки сплачено, скільки витрачено, скільки лишилося. Та сама сума в обох.',
        scene: 'Мій баланс',
        rows: [
          ['coin', 'Поповнення', '12 листопада', '+4 200 ₴', 'green'],
          ['dress', 'Замовлення № 1042', '13 листопада', '−679 ₴', 'grey'],
          ['coin', 'Лишилося', 'на сьогодні', '3 521 ₴', 'blue'],
        ],
      },
      {
        title: 'Кілька виробників разом',
        lead: 'Замовлення, ціни й баланси всіх ваших постачальників в одному кабінеті.',
        scene: 'Мої виробники',
        rows: [
          ['factory', 'Текстильна майстерня', '3 активні замовлення', '+3 521 ₴', 'green'],
          ['factory', 'В’язальний цех', '1 активне замовлення', '+840 ₴', 'green'],
          ['factory', 'Шкіряна робітня', 'без замовлень', '0 ₴', 'grey'],
        ],
      },
    ],
  },
  en: {
    manufacturer: [
      {
        title: 'Products and modifications',
        lead: 'Sizes, colours, SKUs, barcodes, photos and prices on one card.',
        scene: 'Malva dress',
        rows: [
          ['dress', 'Blue, S', 'MLV-01-S', '14 pcs', 'green'],
          ['dress', 'Blue, M', 'MLV-01-M', '8 pcs', 'green'],
          ['dress', 'Blue, L', 'MLV-01-L', 'Running out', 'yellow'],
        ],
      },
      {
        title: 'Stock without surprises',
        lead: 'On hand, booked and free are shown apart, with the history of every move.',
        scene: 'Stock',
        rows: [
          ['sweater', 'Hutsul sweater', '24 on hand, 6 booked', '18 free', 'green'],
          ['bag', 'Podolianka bag', '5 on hand, 5 booked', 'All booked', 'yellow'],
          ['shirt', 'Linen shirt', '30 in production', 'Being made', 'violet'],
        ],
      },
      {
        title: 'Orders from partners',
        lead: 'A dropshipper creates, a manager confirms, a stockman packs. All in one list.',
        scene: 'Orders',
        rows: [
          ['dress', 'No. 1042', 'Svitlana K., 2 products', 'Pending', 'yellow'],
          ['sweater', 'No. 1041', 'Oleh D., 1 product', 'Ready', 'blue'],
          ['bag', 'No. 1040', 'Iryna M., 4 products', 'Sent', 'green'],
        ],
      },
      {
        title: 'Terms for each partner',
        lead: 'Invite a partner, set the discount and the manager. The rest works by itself.',
        scene: 'Partners',
        rows: [
          ['person', 'Svitlana K.', 'dropshipper', '15% off', 'blue'],
          ['person', 'Oberih shop', 'wholesale', '25% off', 'blue'],
          ['person', 'Oleh D.', 'has applied', 'New request', 'violet'],
        ],
      },
      {
        title: 'Settling with partners',
        lead: 'The balance of every partner, down to the order and the payment.',
        scene: 'Partner’s balance',
        rows: [
          ['coin', 'Invoice paid', '12 November', '+₴4,200', 'green'],
          ['dress', 'Order No. 1042', '13 November', '−₴1,598', 'grey'],
          ['sweater', 'Return from No. 1035', '14 November', '+₴799', 'green'],
        ],
      },
      {
        title: 'Documents in PDF',
        lead: 'An invoice, a delivery note and an order form, numbered, with the sum in words.',
        scene: 'Documents',
        rows: [
          ['paper', 'Invoice No. 118', 'Oberih shop', 'Issued', 'green'],
          ['paper', 'Delivery note No. 92', 'Oberih shop', 'Issued', 'green'],
          ['paper', 'Invoice No. 119', 'Koval', 'Draft', 'grey'],
        ],
      },
      {
        title: 'A team with roles',
        lead: 'Owner, administrator, manager, producer, stockman: to each exactly their own.',
        scene: 'Team',
        rows: [
          ['person', 'Olena', 'all orders and money', 'Owner', 'violet'],
          ['person', 'Taras', 'own clients', 'Manager', 'blue'],
          ['person', 'Bohdan', 'stock and shipping', 'Stockman', 'grey'],
        ],
      },
    ],
    dropshipper: [
      {
        title: 'Catalogue of manufacturers',
        lead: 'Terms, delivery and returns are known before you apply.',
        scene: 'Manufacturers',
        rows: [
          ['factory', 'Textile workshop', 'Lviv, dresses and shirts', 'Apply', 'blue'],
          ['factory', 'Knitting works', 'Khmelnytskyi, sweaters', 'Partners', 'green'],
          ['factory', 'Leather workshop', 'Kyiv, bags', 'In review', 'yellow'],
        ],
      },
      {
        title: 'Live stock',
        lead: 'Before you answer the buyer, you know whether the size is there.',
        scene: 'Malva dress',
        rows: [
          ['dress', 'Blue, S', 'your price ₴679', 'In stock', 'green'],
          ['dress', 'Blue, M', 'your price ₴679', 'In stock', 'green'],
          ['dress', 'Blue, L', 'your price ₴679', 'Last one', 'yellow'],
        ],
      },
      {
        title: 'An order in a minute',
        lead: 'Product, recipient, delivery, and the manufacturer sees what to pack.',
        scene: 'New order',
        rows: [
          ['dress', 'Malva dress, M', '1 pc', '₴799', 'grey'],
          ['person', 'Mariia Sh.', 'Poltava, branch 4', 'Recipient', 'grey'],
          ['coin', 'You earn', 'the difference', '+₴120', 'green'],
        ],
      },
      {
        title: 'Bookings for a day',
        lead: 'The buyer thinks, the goods wait. After 24 hours the booking ends by itself.',
        scene: 'My bookings',
        rows: [
          ['dress', 'Malva dress, L', 'until tomorrow 14:30', 'Active', 'green'],
          ['bag', 'Podolianka bag', 'until today 18:00', 'Ends soon', 'yellow'],
          ['sweater', 'Hutsul sweater, M', 'became an order', 'Closed', 'grey'],
        ],
      },
      {
        title: 'The state of every order',
        lead: 'No need to ask whether it went out: the step, the date and the waybill are there.',
        scene: 'Order No. 1042',
        rows: [
          ['paper', 'Sent to the manufacturer', '13 November, 10:12', 'Done', 'green'],
          ['shirt', 'Ready to ship', '13 November, 16:40', 'Done', 'green'],
          ['bag', 'On its way', 'Waybill 2045…7781', 'Now', 'blue'],
        ],
      },
      {
        title: 'Balance with the manufacturer',
        lead: 'What was paid, what was spent, what is left. The same sum on both sides.',
        scene: 'My balance',
        rows: [
          ['coin', 'Top-up', '12 November', '+₴4,200', 'green'],
          ['dress', 'Order No. 1042', '13 November', '−₴679', 'grey'],
          ['coin', 'Left', 'as of today', '₴3,521', 'blue'],
        ],
      },
      {
        title: 'Several manufacturers together',
        lead: 'Orders, prices and balances of all your suppliers in one place.',
        scene: 'My manufacturers',
        rows: [
          ['factory', 'Textile workshop', '3 open orders', '+₴3,521', 'green'],
          ['factory', 'Knitting works', '1 open order', '+₴840', 'green'],
          ['factory', 'Leather workshop', 'no orders', '₴0', 'grey'],
        ],
      },
    ],
  },
});
