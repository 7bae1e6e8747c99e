import { errors } from '../kit/errors';

export const catalogErrors = errors('catalog', {
  not_found: { status: 404, ua: 'Товар не знайдено', en: 'No such product' },
  variant_not_found: {
    status: 404,
    ua: 'Такої модифікації в цього постачальника немає',
    en: 'No such product modification found for this supplier',
  },
  option_not_found: { status: 404, ua: 'Параметр не знайдено', en: 'No such option' },
  value_not_found: { status: 404, ua: 'Значення не знайдено', en: 'No such value' },
  image_subject: {
    status: 422,
    ua: 'Зображення показує або одну модифікацію, або значення параметра: вкажіть щось одне',
    en: 'An image shows one variant or one value of an option: give only one of them',
  },
  image_not_found: { status: 404, ua: 'Зображення не знайдено', en: 'No such image' },
  deleted: {
    status: 409,
    ua: 'Товар видалено, його можна лише переглядати',
    en: 'The product is deleted, it can only be viewed',
  },
  booked: {
    status: 409,
    ua: 'Видалити не можна: заброньовано {booked} од. Спершу завершіть або зніміть ці бронювання',
    en: 'Cannot be deleted: {booked} units are booked. Complete or release these bookings first',
  },
  price_level_not_found: {
    status: 422,
    ua: 'Такого рівня цін у проєкті немає',
    en: 'The project has no such price level',
  },
  too_many_prices: {
    status: 422,
    ua: 'У цих товарах {count} модифікацій, а за раз можна змінити ціни {allowed}. Оберіть менше товарів',
    en: 'These products have {count} modifications, and the prices of {allowed} can be changed at once. Choose fewer products',
  },
  prices_changed: {
    status: 409,
    ua: 'Ціни цих товарів тим часом змінилися. Перегляньте, що вийде, ще раз',
    en: 'The prices of these products have changed meanwhile. Look at the preview once more',
  },
  price_order_not_told: {
    status: 422,
    ua: 'Для вас діють окремі ціни, тож ні впорядкувати, ні відібрати товари за ціною постачальника не можна',
    en: 'Prices of your own apply to you, so goods cannot be sorted or filtered by the price of the supplier',
  },
  in_stock_already: {
    status: 409,
    ua: 'Товар уже є в наявності: його можна замовити',
    en: 'These goods are in stock already: they can be ordered',
  },
  unit_unknown: {
    status: 422,
    ua: 'Одиниці «{unit}» немає в налаштуваннях проєкту. Є такі: {allowed}',
    en: 'The settings of the project have no unit “{unit}”. They have: {allowed}',
  },
  category_not_found: { status: 422, ua: 'Такої категорії немає', en: 'No such category' },
  tracked_busy: {
    status: 409,
    ua: 'Облік залишку вимкнути не можна: замовлення чекають на {booked} од. Спершу завершіть або скасуйте їх',
    en: 'The stock cannot be left uncounted: orders count on {booked} units. Complete or cancel them first',
  },
  stock_not_told: {
    status: 422,
    ua: 'Постачальник не повідомляє залишків числом, тож за ними не можна ні впорядкувати, ні відібрати товари',
    en: 'The supplier does not tell the stock in numbers, so goods cannot be sorted or filtered by it',
  },
  // The wording of the specification, §5.
  not_publishable: {
    status: 422,
    ua: 'Не заповнено назву або ціну модифікації. Заповніть усі дані перед публікацією',
    en: 'Variant name or price empty, fill all data before publishing',
  },
  last_variant: {
    status: 409,
    ua: 'Це остання модифікація опублікованого товару. Спершу приховайте товар або додайте іншу модифікацію',
    en: 'This is the last modification of a published product. Hide the product or add another one first',
  },
  duplicate_barcode: {
    status: 409,
    ua: 'Такий штрихкод уже існує: «{barcode}» має {owner}',
    en: 'Such barcode already exists: “{barcode}” belongs to {owner}',
  },
  duplicate_combination: {
    status: 409,
    ua: 'Модифікація з такими значеннями вже є: {combination}',
    en: 'A modification with these values exists already: {combination}',
  },
  duplicate_option: {
    status: 409,
    ua: 'Такий параметр уже є: {name}',
    en: 'Such an option exists already: {name}',
  },
  duplicate_value: {
    status: 409,
    ua: 'Таке значення вже є: {value}',
    en: 'Such a value exists already: {value}',
  },
  option_in_use: {
    status: 409,
    ua: 'Без цього параметра деякі модифікації стануть однаковими: {combination}. Спершу видаліть зайві',
    en: 'Without this option some modifications become the same: {combination}. Delete the extra ones first',
  },
  value_in_use: {
    status: 409,
    ua: 'Значення використовують модифікації ({count}). Спершу змініть або видаліть їх',
    en: 'The value is used by modifications ({count}). Change or delete them first',
  },
  value_not_number: {
    status: 422,
    ua: 'Значення «{value}» параметра «{option}» має бути числом',
    en: 'The value “{value}” of the option “{option}” must be a number',
  },
  column_not_found: { status: 404, ua: 'Такого параметра в проєкті немає', en: 'The project has no such column' },
  too_many_columns: {
    status: 422,
    ua: 'У проєкті вже {allowed} параметрів, «{name}» додати не можна. Об’єднайте схожі або видаліть зайві в шаблонах, на вкладці «Параметри»',
    en: 'The project has {allowed} columns already, “{name}” cannot be added. Merge those that are alike or delete some in the templates, tab “Columns”',
  },
  column_exists: {
    status: 409,
    ua: 'Такий параметр у проєкті вже є: «{name}». Їх можна об’єднати',
    en: 'The project has such a column already: “{name}”. The two can be merged',
  },
  column_type: {
    status: 422,
    ua: 'Параметр «{name}» у всьому проєкті має тип «{type_ua}». Його змінюють у шаблонах, на вкладці «Параметри»',
    en: 'The column “{name}” is of the type “{type}” in the whole project. It is changed in the templates, tab “Columns”',
  },
  column_not_numbers: {
    status: 422,
    ua: 'Параметр «{name}» не стане числом: є значення, які не є числами: {values}. Спершу виправте їх',
    en: 'The column “{name}” cannot be of numbers: some values are none: {values}. Correct them first',
  },
  column_itself: {
    status: 422,
    ua: 'Параметр об’єднують з іншим, а не із самим собою',
    en: 'A column is merged with another one, not with itself',
  },
  column_contradicts: {
    status: 409,
    ua: 'Різні значення обох параметрів має стільки модифікацій: {count} ({examples}). Оберіть, що лишити',
    en: 'So many modifications have different values of both columns: {count} ({examples}). Choose what to keep',
  },
  too_many_to_merge: {
    status: 409,
    ua: 'Обидва параметри мають {count} товарів, а за раз можна об’єднати до {allowed}. Спершу приберіть зайвий параметр у частині з них',
    en: '{count} products have both columns, and up to {allowed} can be merged at once. Take one of the two away in some of them first',
  },
  value_too_long: {
    status: 422,
    ua: 'Разом значення задовге: «{value}», дозволено до {allowed} знаків. Оберіть одне з двох',
    en: 'Together the value is too long: “{value}”, up to {allowed} characters are allowed. Choose one of the two',
  },
  column_in_use: {
    status: 409,
    ua: 'Параметр мають товари ({count}), тому його не видалити. Його можна об’єднати з іншим',
    en: 'The column is used by products ({count}) and cannot be deleted. It can be merged with another one',
  },
  value_beside: {
    status: 409,
    ua: 'Значення «{to}» вже мають ці товари: {products}. Виправте в них модифікації',
    en: 'These products have the value “{to}” already: {products}. Correct their modifications',
  },
  too_many_combinations: {
    status: 422,
    ua: 'Забагато модифікацій: {count}. Дозволено до {allowed} на товар',
    en: 'Too many modifications: {count}. Up to {allowed} a product are allowed',
  },
  too_many_images: {
    status: 422,
    ua: 'Забагато зображень: дозволено до {allowed} на товар',
    en: 'Too many images: up to {allowed} a product are allowed',
  },
  sku_unknown: {
    status: 422,
    ua: 'Артикула «{sku}» немає. Вкажіть product_name, щоб створити товар',
    en: 'Nothing has the SKU “{sku}”. Give product_name to make a product',
  },
  sku_ambiguous: {
    status: 422,
    ua: 'Артикул «{sku}» має кілька модифікацій: {count}. Змінюйте їх за id',
    en: 'Several modifications have the SKU “{sku}”: {count}. Change them by id',
  },
  sku_repeated: {
    status: 422,
    ua: 'Артикул «{sku}» уже є в цьому запиті вище',
    en: 'The SKU “{sku}” stands in this request above already',
  },
});
