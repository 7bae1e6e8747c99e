import { flag, onOff, type Settings, urlOf, whole } from './setting';

/** PostgreSQL: where it is and how it is asked. */
export const database = {
  DATABASE_URL: {
    default: '',
    allowed: {
      ua: 'адреса виду postgres://користувач:пароль@хост:порт/база',
      en: 'postgres://user:password@host:port/database',
    },
    about: {
      ua: 'Власний PostgreSQL версії 15 або новішої замість вбудованого',
      en: 'Your own PostgreSQL, version 15 or newer, instead of the embedded one',
    },
    type: urlOf(/^postgres(ql)?$/).optional(),
  },
  DIRECT_DATABASE_URL: {
    default: '',
    allowed: {
      ua: 'адреса виду postgres://користувач:пароль@хост:порт/база (разом з DATABASE_URL)',
      en: 'postgres://user:password@host:port/database (with DATABASE_URL)',
    },
    about: {
      ua: 'Та сама база без посередника з’єднань, коли DATABASE_URL веде через посередник у режимі транзакцій',
      en: 'The same database past the pooler, when DATABASE_URL leads through one in transaction mode',
    },
    type: urlOf(/^postgres(ql)?$/).optional(),
  },
  READ_DATABASE_URL: {
    default: '',
    allowed: {
      ua: 'адреса виду postgres://користувач:пароль@хост:порт/база (разом з DATABASE_URL)',
      en: 'postgres://user:password@host:port/database (with DATABASE_URL)',
    },
    about: {
      ua: 'Репліка тієї самої бази: відповідає на запити, що лише читають, і ніколи не показує застарілого',
      en: 'A replica of the same database: answers requests that only read, and never shows what is out of date',
    },
    type: urlOf(/^postgres(ql)?$/).optional(),
  },
  DB_POOL_SIZE: {
    default: '10',
    allowed: { ua: 'ціле число від 2 до 80', en: 'a whole number from 2 to 80' },
    about: {
      ua: 'Найбільше з’єднань із базою для запитів, у кожному процесі; менше, якщо PostgreSQL стільки не дає',
      en: 'At most so many database connections for requests in each process; fewer when PostgreSQL allows fewer',
    },
    type: whole(2, 80).default(10),
  },
  DB_PREPARED: {
    default: 'on',
    allowed: onOff,
    about: {
      ua: 'Підготовлені запити. off — за посередником з’єднань, який їх не зберігає',
      en: 'Prepared statements. off behind a connection pooler that does not keep them',
    },
    type: flag.default(true),
  },
} satisfies Settings;
