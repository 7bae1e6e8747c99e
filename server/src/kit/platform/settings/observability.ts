import { z } from 'zod';
import { type Settings, urlOf, whole } from './setting';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** What it tells of itself: log, metrics, traces. */
export const observability = {
  LOG_LEVEL: {
    default: 'info',
    allowed: { ua: `одне з: ${LOG_LEVELS.join(', ')}`, en: `one of: ${LOG_LEVELS.join(', ')}` },
    about: { ua: 'Докладність журналу', en: 'How much is logged' },
    type: z.enum(LOG_LEVELS).default('info'),
  },
  METRICS_TOKEN: {
    default: '',
    allowed: { ua: 'рядок від 16 знаків', en: 'text of at least 16 characters' },
    about: {
      ua: 'Токен для читання /metrics. Без нього метрики відкриті всім, хто бачить порт',
      en: 'Token for /metrics. Without it they are open to whoever reaches the port',
    },
    type: z.string().min(16).optional(),
  },
  SLOW_QUERY_MS: {
    default: '200',
    allowed: { ua: 'ціле число від 1 до 600000', en: 'a whole number from 1 to 600000' },
    about: {
      ua: 'SQL-запит, що триває стільки мілісекунд або довше, потрапляє в журнал разом із маршрутом',
      en: 'An SQL statement that takes so many milliseconds or longer is logged, with its route',
    },
    type: whole(1, 600_000).default(200),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: '',
    allowed: { ua: 'адреса http:// або https://', en: 'an http:// or https:// address' },
    about: {
      ua: 'Приймач OpenTelemetry (OTLP/HTTP), куди надсилати трасування. Інші змінні OTEL_* – у docs/observability.md',
      en: 'The OpenTelemetry receiver (OTLP/HTTP) that traces go to; other OTEL_* variables: docs/observability.md',
    },
    type: urlOf(/^https?$/).optional(),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    default: '1',
    allowed: { ua: 'число від 0 до 1', en: 'a number from 0 to 1' },
    about: {
      ua: 'Яку частку запитів трасувати (parentbased_traceidratio)',
      en: 'Which share of the requests is traced (parentbased_traceidratio)',
    },
    type: z
      .string()
      .regex(/^(0|1|[01]?\.\d{1,9})$/)
      .transform(Number)
      .pipe(z.number().min(0).max(1))
      .default(1),
  },
} satisfies Settings;
