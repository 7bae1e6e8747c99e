import type { Guide } from './guide';

export const marketplaces: Guide = {
  page: 'marketplaces',
  title: { ua: 'Prom і Хорошоп', en: 'Prom and Horoshop' },
  text: {
    ua: () => `
Обидва майданчики працюють без програмування: товари туди йдуть фідом, звідти — файлом чи посиланням.

## З Ланки на Prom

1. «Товарні фіди» → «Створити фід», формат **Prom.ua (YML)**. Оберіть товари, націнку, заокруглення й запас, який не показувати.
2. «Категорії й характеристики»: зіставте свої категорії з категоріями Prom. Перевірка покаже, що Prom не прийме: назва до 100 знаків, артикул до 25, категорія обов’язкова.
3. Скопіюйте адресу фіда. У кабінеті Prom вкажіть її там, де імпорт товарів за посиланням, і ввімкніть регулярне оновлення. Пропозиції впізнаються за \`id\`, який у Ланці не змінюється; різновиди з’єднує \`group_id\`.
4. Ланка оновлює файл за лічені хвилини після зміни. Як часто його забирає Prom, вирішує Prom; хто й коли забирав, видно на сторінці фіда.

Одноразово підійде таблиця: формат **Prom.ua (XLSX)**.

## З Ланки на Хорошоп

1. «Товарні фіди» → «Створити фід», формат **Хорошоп (XLSX)**.
2. Розділи мають уже бути в Хорошопі: стовпчик «Розділ» містить шлях через \`/\`. Створіть їх або зіставте назви в «Категорії й характеристики».
3. У Хорошопі відкрийте імпорт товарів і завантажте файл. Товари впізнаються за артикулом: він має бути в кожної модифікації й не повторюватися. Модифікації з’єднує «Батьківський артикул».
4. Для регулярного оновлення дайте Хорошопу адресу фіда у форматі **Prom.ua (YML)**, якщо ваш тариф Хорошопа вміє імпорт за посиланням.

## З Prom або Хорошопа в Ланку

1. На майданчику зробіть експорт товарів: Prom — XLSX або посилання YML, Хорошоп — XLSX або посилання на експорт для Prom.
2. «Товари» → «Імпорт товарів»: завантажте файл або вставте посилання. Формат Ланка впізнає сама.
3. Спершу ви бачите, що зміниться: нові, оновлені, рядки з помилками та чому. Нічого не записано, доки ви не підтвердите.
4. Щоб товари оновлювалися самі, збережіть посилання як джерело з розкладом. Другий імпорт того самого нічого не змінює.

Що варто знати:

- Де кількості немає, а є лише «в наявності», Ланка чисел не вигадує.
- Ціна майданчика стає рекомендованою; свою ціну продажу дропшиперам поставте окремо.
- Файл Хорошопа без «Батьківського артикула» — це окремі товари; з’єднати їх у модифікації пропонує імпорт.

## Замовлення з майданчика

Prom і Хорошоп не передають замовлень у Ланку самі. Можна завантажити їх таблицею («Замовлення» → «Кілька з таблиці»), або програмою: прочитати замовлення через API майданчика і створити їх через \`create_order\` з \`Idempotency-Key\` з номера там ([як це робити безпечно](/developers/ua/orders)). Артикул веде до модифікації: \`list_all_variants\` з \`sku=…\`.
`,
    en: () => `
Both work without programming: goods go there by a feed, and come from there by a file or a link.

## From Lanka to Prom

1. “Feeds of goods” → “Create a feed”, format **Prom.ua (YML)**. Choose the goods, a markup, rounding and the reserve that is not shown.
2. “Categories and attributes”: match your categories with those of Prom. The check tells what Prom would refuse: a name has up to 100 characters, a SKU up to 25, a category is needed.
3. Copy the address of the feed. Give it in Prom where products are imported by a link, and turn regular updates on. Offers are known by \`id\`, which does not change in Lanka; variants are joined by \`group_id\`.
4. Lanka makes the file anew within minutes of a change. How often Prom fetches it Prom decides; who fetched it and when stands on the page of the feed.

For once a table will do: the format **Prom.ua (XLSX)**.

## From Lanka to Horoshop

1. “Feeds of goods” → “Create a feed”, format **Хорошоп (XLSX)**.
2. Sections have to be in Horoshop already: the column «Розділ» holds the path by \`/\`. Make them, or match the names in “Categories and attributes”.
3. Open the import of products in Horoshop and upload the file. Products are known by SKU: each variant needs one of its own. Variants are joined by «Батьківський артикул».
4. For regular updates give Horoshop the address of a feed of the format **Prom.ua (YML)**, if your plan of Horoshop imports by a link.

## From Prom or Horoshop to Lanka

1. Export the products there: Prom as XLSX or a link to YML, Horoshop as XLSX or a link to the export for Prom.
2. “Products” → “Product import”: upload the file or paste the link. Lanka knows the format by itself.
3. First you see what would change: new, updated, rows with mistakes and why. Nothing is written until you confirm.
4. To keep the goods up to date keep the link as a source with a schedule. A second import of the same changes nothing.

What to know:

- Where there is no count, only “in stock”, Lanka makes up no numbers.
- The price there becomes the recommended one; set your own price for dropshippers beside it.
- A file of Horoshop without «Батьківський артикул» is single products; the import offers to join them as variants.

## Orders from there

Prom and Horoshop send no orders to Lanka by themselves. Upload them as a table (“Orders” → “Many from a table”), or write a program: read the orders by the API there and make them by \`create_order\` with an \`Idempotency-Key\` of their number there ([how to do that safely](/developers/en/orders)). The SKU leads to the variant: \`list_all_variants\` with \`sku=…\`.
`,
  },
};
