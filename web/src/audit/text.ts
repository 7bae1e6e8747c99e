import type { CheckName, Difference } from '@lanka/domain/audit/contract';
import { plural, pluralEnglish } from '../kit/format';
import { texts } from '../kit/text';
import { labels } from './labels';

export const text = texts({
  ua: {
    ...labels.ua,
    intro:
      'Кожне збережене число порівнюється з рядками, з яких воно складається. Тут нічого не перераховується: розбіжність означає помилку, яку треба з’ясувати. Щоночі перевірка запускається сама.',
    run: 'Перевірити зараз',
    ok: 'Розбіжностей немає',
    notOk: (n: number) => `${n} ${plural(n, 'розбіжність', 'розбіжності', 'розбіжностей')}`,
    checkedAt: 'Перевірено',
    kept: 'Проєкт великий, тож його перевіряють у фоні: тут те, що знайшла остання перевірка.',
    running: 'Перевірка триває',
    runningReason: 'Перевірка вже триває',
    background: 'Сторінку можна закрити: результат збережеться.',
    failed: 'Останню перевірку не вдалося завершити. Запустіть її ще раз.',
    never: 'Перевірки ще не було',
    neverText: 'Проєкт великий, тож його перевіряють у фоні. Запустіть перевірку зараз або дочекайтеся нічної.',
    rows: 'Перевірено рядків',
    fine: 'Усе збігається',
    where: 'Де',
    what: 'Назва',
    id: 'Ідентифікатор',
    expected: 'Має бути',
    found: 'Є',
    more: (shown: number, total: number) => `Показано ${shown} з ${total}`,
  },
  en: {
    ...labels.en,
    intro:
      'Every kept figure is compared with the rows it is made of. Nothing is recalculated here: a difference is a fault that has to be understood. Every night the check runs by itself.',
    run: 'Check now',
    ok: 'No differences',
    notOk: (n: number) => `${n} ${pluralEnglish(n, 'difference', 'differences')}`,
    checkedAt: 'Checked',
    kept: 'The project is large and is checked in the background: this is what the last check found.',
    running: 'The check is running',
    runningReason: 'The check is running already',
    background: 'You can leave this page: the result is kept.',
    failed: 'The last check could not be finished. Run it again.',
    never: 'Not checked yet',
    neverText: 'The project is large and is checked in the background. Check it now or wait for the night.',
    rows: 'Rows checked',
    fine: 'Everything agrees',
    where: 'Where',
    what: 'Name',
    id: 'Identifier',
    expected: 'Should be',
    found: 'Is',
    more: (shown: number, total: number) => `${shown} of ${total} are shown`,
  },
});

export const checkNames = texts<Record<CheckName, { title: string; text: string }>>({
  ua: {
    bookings: { title: 'Бронювання', text: 'Заброньована кількість дорівнює сумі активних бронювань' },
    movements: {
      title: 'Рухи товарів',
      text: 'Фактичний залишок дорівнює сумі рухів, і кожен рух починається там, де закінчився інший',
    },
    waits: {
      title: 'Черга на товар',
      text: 'Кількість, що очікує, дорівнює сумі черги, і ніхто не чекає на те, що є на складі',
    },
    order_lines: {
      title: 'Позиції замовлень',
      text: 'Кожна позиція відкритого замовлення заброньована або чекає, а сума замовлення дорівнює сумі позицій',
    },
    figures: {
      title: 'Показники товарів',
      text: 'Доступна кількість і найнижча ціна кожного товару та підсумки проєкту відповідають залишкам і цінам',
    },
    postings: {
      title: 'Проводки',
      text: 'Баланс кожного контрагента дорівнює сумі проводок, і ланцюжок балансів не розірвано',
    },
    sum_zero: { title: 'Подвійний запис', text: 'Сума всіх рахунків проєкту дорівнює нулю' },
    storage: { title: 'Сховище', text: 'Зайняте місце дорівнює сумі розмірів файлів, у байтах' },
    turnover: {
      title: 'Оборот',
      text: 'Кожен документ дорівнює рухам товару й проводкам, які він зробив, і очікується те, що ще не надійшло',
    },
    manufacture: {
      title: 'Виготовлене',
      text: 'Скільки виготовлено за кожною позицією заявок – стільки ж надійшло документами, у штуках',
    },
    costs: {
      title: 'Собівартість',
      text: 'Собівартість виходить із закупівель крок за кроком, і ланцюжок кроків не розірвано, у копійках',
    },
    stocktakes: {
      title: 'Інвентаризації',
      text: 'Пораховане дорівнює останньому запису, а виправлення закритих інвентаризацій – їхнім різницям',
    },
    statistics: {
      title: 'Дні статистики',
      text: 'Скільки замовлень записано за кожен день, стільки їх того дня вперше надіслано',
    },
    my_goods: {
      title: 'Товари дропшиперів',
      text: 'Товари, які дропшипери продають під своїми назвами, є в проєкті, і їхні модифікації – теж',
    },
    catalogue: {
      title: 'Каталог постачальників',
      text: 'Товари, які бачать усі в каталозі, такі самі, як у проєкті, крім тих, що саме оновлюються',
    },
    group_terms: {
      title: 'Умови груп контрагентів',
      text: 'Знижка й рівень цін кожного контрагента – власні або його груп.',
    },
    price_levels: {
      title: 'Рівні цін',
      text: 'Рівні, за якими вказано ціни модифікацій і купують контрагенти, є в проєкті',
    },
    returns: {
      title: 'Повернення',
      text: 'Прийняте повернулося на склад і зараховане рівно один раз, не більше, ніж було відправлено',
    },
    reconciliations: {
      title: 'Акти звірки',
      text: 'Погоджений акт дорівнює проводкам своїх днів, а закрито дні до кінця останнього погодженого, у копійках',
    },
    payouts: {
      title: 'Виплати',
      text: 'Реєстр дорівнює своїм рядкам, а кожен виплачений рядок – своєму списанню, у копійках',
    },
    charges: {
      title: 'Оплата замовлень',
      text: 'Борг за замовлення разом дорівнює боргу контрагента, а зараховане на них – платежам, що їх називають, у копійках',
    },
    fiscal: {
      title: 'Фіскальні чеки',
      text: 'Чеки порівняно з їхніми позиціями та оплатами, повернення – з продажами, замовлення – із сумою для покупця, закриті зміни – з чеками.',
    },
    cod: {
      title: 'Післяплата',
      text: 'Реєстр перевізника дорівнює своїм рядкам, а рядок – проводкам і замовленню, у копійках',
    },
    reservations: {
      title: 'Резерви до дати',
      text: 'Бронювання замовлення діють до того дня, до якого його зарезервовано, а без дня – без кінця',
    },
    parcels: {
      title: 'Посилки',
      text: 'Посилки разом дорівнюють позиціям замовлення, а відправлені – рухам товару й нарахуванням, до штуки й копійки',
    },
    delivery: {
      title: 'Накладні перевізників',
      text: 'У посилки щонайбільше одна чинна накладна, а що перевізник назвав відмовою чи виплатою, те є поверненням чи рядком реєстру',
    },
    charge_watches: {
      title: 'Правила, що чекають на оплату',
      text: 'Про оплати дізнаються правила саме там, де якесь увімкнене на них чекає',
    },
  },
  en: {
    bookings: { title: 'Bookings', text: 'The booked count is the sum of active bookings' },
    movements: {
      title: 'Stock movements',
      text: 'The actual stock is the sum of movements, and every movement begins where another one ended',
    },
    waits: {
      title: 'Queue for goods',
      text: 'What waits is the sum of the queue, and nobody waits for what is on the shelf',
    },
    order_lines: {
      title: 'Order lines',
      text: 'Every line of an open order is booked or waits, and the sum of an order is that of its lines',
    },
    figures: {
      title: 'Figures of products',
      text: 'What is available and the lowest price of every product, and the totals of the project, agree with stock and prices',
    },
    postings: {
      title: 'Postings',
      text: 'Every balance is the sum of its postings, and the chain of balances is unbroken',
    },
    sum_zero: { title: 'Double entry', text: 'The sum of all accounts of the project is zero' },
    storage: { title: 'Storage', text: 'What is used is the sum of the sizes of the files, in bytes' },
    turnover: {
      title: 'Income and outcome',
      text: 'Every document equals the movements and postings it made, and what is expected is what has not come yet',
    },
    manufacture: {
      title: 'What was made',
      text: 'As many pieces came by documents as each line of a request says were made',
    },
    costs: {
      title: 'Costs',
      text: 'Every cost follows from its purchases step by step, and the chain of steps is unbroken, in kopecks',
    },
    stocktakes: {
      title: 'Stocktakes',
      text: 'What was counted is the newest entry, and the corrections of closed stocktakes are their differences',
    },
    statistics: {
      title: 'Days of statistics',
      text: 'As many orders are kept of each day as were first sent on it',
    },
    my_goods: {
      title: 'Goods of dropshippers',
      text: 'Goods that dropshippers sell under names of their own are in the project, and so are their modifications',
    },
    catalogue: {
      title: 'Catalogue of suppliers',
      text: 'Goods that everybody sees in the catalogue are as in the project, but for those being renewed just now',
    },
    group_terms: {
      title: 'Terms of groups of counterparties',
      text: 'Discount and price level of each counterparty are its own, or those of its groups.',
    },
    price_levels: {
      title: 'Price levels',
      text: 'The levels that modifications have prices of, and counterparties buy by, are there',
    },
    returns: {
      title: 'Returns',
      text: 'What was approved went back to the stock and was credited exactly once, and no more than was sent',
    },
    reconciliations: {
      title: 'Reconciliation acts',
      text: 'An agreed act equals the postings of its days, and days are closed up to the end of the last agreed one, in kopecks',
    },
    payouts: {
      title: 'Payouts',
      text: 'A register equals its rows, and each row that is paid its withdrawal, in kopecks',
    },
    charges: {
      title: 'Payment of orders',
      text: 'What is owed for orders comes to what the counterparty owes, and what was put against them to the payments that name them, in kopecks',
    },
    fiscal: {
      title: 'Fiscal receipts',
      text: 'Receipts against their lines and payments, returns against sales, orders against what their customers pay, closed shifts against receipts.',
    },
    cod: {
      title: 'Cash on delivery',
      text: 'A register of a carrier equals its rows, and a row its postings and its order, in kopecks',
    },
    reservations: {
      title: 'Reservations until a day',
      text: 'Bookings of an order end with the day until which it is reserved, and without a day they have no end',
    },
    parcels: {
      title: 'Parcels',
      text: 'Parcels come to the lines of their order, and those that are sent to movements and charges, to the piece and the kopeck',
    },
    delivery: {
      title: 'Waybills of carriers',
      text: 'A parcel has at most one waybill that holds, and what the carrier called a refusal or a payment is a return or a row of a register',
    },
    charge_watches: {
      title: 'Rules that wait for payments',
      text: 'Payments are told to rules exactly where one that is on waits for them',
    },
  },
});

export const tableNames = texts<Record<Difference['table'], string>>({
  ua: {
    stock_levels: 'Залишок модифікації',
    stock_movements: 'Рух товару',
    products: 'Товар',
    catalogue_goods: 'Товар у каталозі постачальників',
    product_figures: 'Показники товару',
    stock_totals: 'Підсумки проєкту',
    order_items: 'Позиція замовлення',
    orders: 'Замовлення',
    counterparty_accounts: 'Рахунок контрагента',
    account_sums: 'Сума за рахунком',
    account_days: 'Сума за день',
    order_days: 'Замовлення за день',
    storage_totals: 'Зайняте місце',
    user_storage: 'Місце дропшипера',
    postings: 'Проводка',
    turnover_documents: 'Документ обороту',
    turnover_items: 'Позиція документа',
    variant_costs: 'Собівартість модифікації',
    cost_steps: 'Крок собівартості',
    manufacture_lines: 'Позиція заявки на виробництво',
    stocktakes: 'Інвентаризація',
    stocktake_lines: 'Позиція інвентаризації',
    product_variants: 'Модифікація',
    counterparties: 'Контрагент',
    returns: 'Повернення',
    return_items: 'Рядок повернення',
    reconciliations: 'Акт звірки',
    payouts: 'Реєстр виплат',
    payout_rows: 'Рядок реєстру виплат',
    charges: 'Оплата замовлення',
    cod_registers: 'Реєстр перевізника',
    cod_rows: 'Рядок реєстру перевізника',
    fiscal_receipts: 'Фіскальний чек',
    fiscal_shifts: 'Зміна каси',
    automation_rules: 'Правило автоматизації',
    delivery_waybills: 'Накладна перевізника',
    delivery_tracks: 'Статуси посилки',
    charge_watches: 'Стеження за оплатами',
    my_goods: 'Товар дропшипера',
    my_goods_variants: 'Модифікації товару дропшипера',
    my_goods_photos: 'Зображення товару дропшипера',
  },
  en: {
    stock_levels: 'Stock of a modification',
    stock_movements: 'Stock movement',
    catalogue_goods: 'Product in the catalogue of suppliers',
    products: 'Product',
    product_figures: 'Figures of a product',
    stock_totals: 'Totals of the project',
    order_items: 'Order line',
    orders: 'Order',
    counterparty_accounts: 'Account of a counterparty',
    account_sums: 'Sum by account',
    account_days: 'Sum of a day',
    order_days: 'Orders of a day',
    storage_totals: 'Storage used',
    user_storage: 'Storage of a dropshipper',
    postings: 'Posting',
    turnover_documents: 'Document of income or outcome',
    turnover_items: 'Line of a document',
    variant_costs: 'Cost of a modification',
    cost_steps: 'Step of a cost',
    manufacture_lines: 'Line of a manufacture request',
    stocktakes: 'Stocktake',
    stocktake_lines: 'Line of a stocktake',
    product_variants: 'Modification',
    counterparties: 'Counterparty',
    returns: 'Return',
    return_items: 'Line of a return',
    reconciliations: 'Reconciliation act',
    payouts: 'Payout register',
    payout_rows: 'Row of a payout register',
    charges: 'Payment of an order',
    cod_registers: 'Register of a carrier',
    cod_rows: 'Row of a carrier’s register',
    fiscal_receipts: 'Fiscal receipt',
    fiscal_shifts: 'Shift of a cash register',
    automation_rules: 'Automation rule',
    delivery_waybills: 'Waybill of a carrier',
    delivery_tracks: 'Statuses of a parcel',
    charge_watches: 'Watch over payments',
    my_goods: 'Product of a dropshipper',
    my_goods_variants: 'Modifications of a dropshipper’s product',
    my_goods_photos: 'Photos of a dropshipper’s product',
  },
});
