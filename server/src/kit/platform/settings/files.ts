import { flag, onOff, required, type Settings, urlOf } from './setting';

const s3Text = (name: string) => ({ ua: `${name} (усі S3_* разом)`, en: `${name} (all S3_* together)` });

/** Files: where they are kept, and where those of a feed may come from. */
export const files = {
  S3_ENDPOINT: {
    default: '',
    allowed: s3Text('http(s)://…'),
    about: {
      ua: 'Сховище файлів, сумісне з S3. Без нього файли лежать у каталозі даних',
      en: 'S3-compatible file storage. Without it files are kept in the data folder',
    },
    type: urlOf(/^https?$/).optional(),
  },
  S3_BUCKET: {
    default: '',
    allowed: s3Text('bucket'),
    about: { ua: 'Кошик S3', en: 'The S3 bucket' },
    type: required.optional(),
  },
  S3_REGION: {
    default: '',
    allowed: s3Text('region'),
    about: { ua: 'Регіон S3', en: 'The S3 region' },
    type: required.optional(),
  },
  S3_ACCESS_KEY_ID: {
    default: '',
    allowed: s3Text('key id'),
    about: { ua: 'Ключ S3', en: 'The S3 key' },
    type: required.optional(),
  },
  S3_SECRET_ACCESS_KEY: {
    default: '',
    allowed: s3Text('secret'),
    about: { ua: 'Секрет ключа S3', en: 'The secret of the S3 key' },
    type: required.optional(),
  },
  WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: {
    default: 'off',
    allowed: onOff,
    about: {
      ua: 'Дозволити вебхуки на приватні адреси. Лише для тестів і демонстрації',
      en: 'Let webhooks be sent to private addresses. Only for tests and the demo',
    },
    type: flag.default(false),
  },
  IMPORT_ALLOW_PRIVATE_ADDRESSES: {
    default: 'off',
    allowed: onOff,
    about: {
      ua: 'Дозволити імпорт фідів із приватних адрес. Лише для тестів',
      en: 'Let feeds be imported from private addresses. Only for tests',
    },
    type: flag.default(false),
  },
} satisfies Settings;
