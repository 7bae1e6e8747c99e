import { errors } from '../kit/errors';

const ACCEPTED_UA =
  'Приймаємо YML і його різновиди (Prom, Rozetka, Kasta, EVA, MAUDAU, Епіцентр), Hotline, Google Merchant, ' +
  'CSV із Shopify та WooCommerce, XLSX або CSV із Prom, Хорошоп чи за нашим шаблоном, також у gzip';
const ACCEPTED_EN =
  'Accepted: YML and its dialects (Prom, Rozetka, Kasta, EVA, MAUDAU, Epicentr), Hotline, Google Merchant, ' +
  'Shopify and WooCommerce CSV, XLSX or CSV of Prom, Horoshop or our own template, gzipped as well';

/** Refusals of a whole file. What is wrong with one row stands in `reasons.ts`. */
export const feedErrors = errors('feeds', {
  empty: { status: 422, ua: 'Файл порожній', en: 'The file is empty' },
  unsupported: {
    status: 415,
    ua: `Такий файл не підтримується ({found}). ${ACCEPTED_UA}`,
    en: `This file is not supported ({found}). ${ACCEPTED_EN}`,
  },
  not_a_table: {
    status: 415,
    ua: 'Це не таблиця ({found}). Приймаємо XLSX і CSV, також у gzip',
    en: 'This is not a table ({found}). XLSX and CSV are accepted, gzipped as well',
  },
  web_page: {
    status: 415,
    ua: `Це вебсторінка, а не файл із товарами. Перевірте посилання. ${ACCEPTED_UA}`,
    en: `This is a web page, not a file with products. Check the link. ${ACCEPTED_EN}`,
  },
  old_excel: {
    status: 415,
    ua: 'Це старий формат Excel (.xls) або захищений паролем файл. Збережіть його як .xlsx без пароля',
    en: 'This is an old Excel format (.xls) or a file with a password. Save it as .xlsx without a password',
  },
  unknown_columns: {
    status: 422,
    ua: 'Не знайдено рядка із заголовками. Потрібні принаймні стовпці «Назва» і «Ціна» (або «Артикул»); знайдено: {found}',
    en: 'No header row was found. At least the columns "title" and "price" (or "sku") are needed; found: {found}',
  },
  columns_missing: {
    status: 422,
    ua: 'Для формату {kind} бракує стовпців: {missing}',
    en: 'For the format {kind} columns are missing: {missing}',
  },
  no_offers: {
    status: 422,
    ua: `У файлі немає жодного товару. ${ACCEPTED_UA}`,
    en: `The file has no offers. ${ACCEPTED_EN}`,
  },
  entities: {
    status: 422,
    ua: 'Файл оголошує власні XML-сутності (рядок {line}), такі файли не приймаємо',
    en: 'The file declares XML entities of its own (line {line}); such files are not accepted',
  },
  too_deep: {
    status: 422,
    ua: 'Завелика вкладеність XML (рядок {line}): допускається {limit} рівнів',
    en: 'The XML is nested too deep (line {line}): {limit} levels are allowed',
  },
  value_too_long: {
    status: 422,
    ua: 'Завелике значення (рядок {line}): допускається {limit} символів',
    en: 'A value is too long (line {line}): {limit} characters are allowed',
  },
  too_many_attributes: {
    status: 422,
    ua: 'Забагато атрибутів у тезі (рядок {line}): допускається {limit}',
    en: 'A tag has too many attributes (line {line}): {limit} are allowed',
  },
  too_big: {
    status: 413,
    ua: 'Файл завеликий: допускається {limit_megabytes} МБ',
    en: 'The file is too big: {limit_megabytes} MB are allowed',
  },
  unpacks_too_big: {
    status: 413,
    ua: 'Розпакований файл завеликий: допускається {limit_megabytes} МБ',
    en: 'The unpacked file is too big: {limit_megabytes} MB are allowed',
  },
  texts_too_big: {
    status: 413,
    ua: 'Тексти в книзі XLSX завеликі: допускається {limit_megabytes} МБ. Розділіть файл або збережіть його як CSV',
    en: 'The texts of the XLSX workbook are too big: {limit_megabytes} MB are allowed. Split the file, or save it as CSV',
  },
  too_many_texts: {
    status: 413,
    ua: 'У книзі XLSX забагато різних текстів: допускається {limit}. Розділіть файл або збережіть його як CSV',
    en: 'The XLSX workbook has too many different texts: {limit} are allowed. Split the file, or save it as CSV',
  },
  too_many_rows: {
    status: 413,
    ua: 'Забагато рядків: допускається {limit}',
    en: 'Too many rows: {limit} are allowed',
  },
  archive_broken: {
    status: 422,
    ua: 'Файл пошкоджений: його не вдалося розпакувати',
    en: 'The file is damaged: it could not be unpacked',
  },
  xml_broken: {
    status: 422,
    ua: 'XML пошкоджено з рядка {line}, далі прочитати не вдалося. Товари перед цим місцем прочитано',
    en: 'The XML is broken from line {line} on and could not be read further. The offers before it were read',
  },
  truncated: {
    status: 422,
    ua: 'Файл обривається на рядку {line}. Товари перед цим місцем прочитано. Завантажте файл ще раз',
    en: 'The file breaks off at line {line}. The offers before it were read. Upload the file again',
  },
  csv_broken: {
    status: 422,
    ua: 'CSV пошкоджено біля рядка {line}: перевірте лапки. Товари перед цим місцем прочитано',
    en: 'The CSV is broken near line {line}: check the quotes. The rows before it were read',
  },
});

/** Refusals around an import: of the call, or of the address the file should come from. */
export const importErrors = errors('imports', {
  not_found: { status: 404, ua: 'Імпорт не знайдено', en: 'No such import' },
  export_not_found: { status: 404, ua: 'Експорт не знайдено', en: 'No such export' },
  upload_not_found: {
    status: 404,
    ua: 'Завантажений файл не знайдено. Завантажте його ще раз',
    en: 'The uploaded file was not found. Upload it again',
  },
  too_many_waiting: {
    status: 409,
    ua: 'Уже чекають на виконання {allowed} завдань. Зачекайте, доки вони завершаться',
    en: '{allowed} jobs are waiting already. Wait until they are done',
  },
  not_ready: {
    status: 409,
    ua: 'Перевірка файлу ще не завершилася або не вдалася',
    en: 'The check of the file is not finished or has failed',
  },
  already_applied: { status: 409, ua: 'Цей імпорт уже виконано', en: 'This import has been carried out already' },
  rows_gone: {
    status: 409,
    ua: 'Результати перевірки застаріли. Завантажте файл ще раз',
    en: 'The results of the check have expired. Upload the file again',
  },
  superseded: {
    status: 409,
    ua: 'Після цієї перевірки джерело вже читали ще раз. Відкрийте його останній запуск',
    en: 'The source has been read again since this check. Open its last run',
  },
  source_deleted: {
    status: 409,
    ua: 'Джерело видалено, імпорт зупинено. Що встигло записатися, залишилося',
    en: 'The source was deleted, the import has stopped. What had been written stays',
  },
  url_invalid: {
    status: 422,
    ua: 'Вкажіть посилання, що починається з http:// або https://',
    en: 'Give a link that begins with http:// or https://',
  },
  address_forbidden: {
    status: 422,
    ua: 'Посилання веде на внутрішню адресу ({host}). Імпорт можливий лише з публічних адрес',
    en: 'The link leads to an internal address ({host}). Only public addresses can be imported from',
  },
  host_unknown: { status: 422, ua: 'Сайт {host} не знайдено', en: 'The site {host} was not found' },
  unreachable: {
    status: 422,
    ua: 'Не вдалося з’єднатися з {host}. Перевірте посилання або спробуйте пізніше',
    en: '{host} could not be reached. Check the link or try later',
  },
  bad_answer: {
    status: 422,
    ua: 'Сайт {host} відповів кодом {http_status} замість файлу',
    en: 'The site {host} answered {http_status} instead of a file',
  },
  too_slow: {
    status: 422,
    ua: 'Сайт {host} відповідає занадто повільно',
    en: 'The site {host} answers too slowly',
  },
  too_many_redirects: {
    status: 422,
    ua: 'Посилання переадресовує понад {allowed} разів',
    en: 'The link redirects more than {allowed} times',
  },
});
