import { errors } from '../kit/errors';

export const catalogueErrors = errors('catalogue', {
  not_found: { status: 404, ua: 'Постачальника не знайдено', en: 'No such supplier' },
  product_not_found: { status: 404, ua: 'Товар не знайдено', en: 'No such product' },
  /** `plans`: those that open it, cheapest first. */
  plan_needed: {
    status: 402,
    ua: 'Каталог постачальників відкривається з тарифом дропшипера «Стандарт» або «Бізнес». Зараз ви працюєте з тими, хто вас запросив',
    en: 'The catalogue of suppliers comes with the dropshipper plan Standard or Business. Now you work with those who have invited you',
  },
  /** `details`: each thing that is missing, by its `path`. */
  incomplete: {
    status: 422,
    ua: 'Для перевірки бракує: заповніть те, що позначено у списку',
    en: 'Something is missing for the verification: fill in what the list marks',
  },
  not_now: {
    status: 409,
    ua: 'Стан перевірки вже інший: {verification}. Оновіть сторінку',
    en: 'The verification is in another state already: {verification}. Reload the page',
  },
  complaint_not_found: { status: 404, ua: 'Скаргу не знайдено', en: 'No such complaint' },
});
