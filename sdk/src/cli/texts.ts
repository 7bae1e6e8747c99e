/** What the command line says, in both languages: one type for both, so that none is forgotten. */
export type Language = 'uk' | 'en';

const uk = {
  help: `lanka – командний рядок відкритого API Ланки

Використання: lanka <команда> [параметри]

  sign-in --url АДРЕСА        зберегти ключ API; ключ питають або беруть із LANKA_KEY чи вводу
  sign-out                    забути ключ
  whoami                      чий це ключ, що йому дозволено й скільки використано
  list ЩО                     показати записи: --limit 20, --where поле=значення, --json
  export ЩО                   усі записи: --format csv|json|jsonl, --out файл, --force
  watch                       зміни, щойно вони стаються, по рядку JSON: --kinds order,stock, --state файл
  help                        ця довідка

ЩО – одне з: {what}

Загальні параметри: --language uk|en, --help, --version
Мову взято з LC_ALL, LC_MESSAGES або LANG. Ключ лежить у {file}, читати його може лише ви.
`,
  usage: 'Довідка: lanka help',
  unknownCommand: (name: string) => `Немає такої команди: ${name}`,
  unknownOption: (text: string) => `Неправильні параметри: ${text}`,
  unknownWhat: (name: string, known: string) => `Немає такого списку: ${name}. Є: ${known}`,
  needsWhat: 'Вкажіть, що саме: lanka list orders',
  needsUrl: 'Вкажіть адресу Ланки: lanka sign-in --url https://lanka.example',
  badUrl: 'Адреса має починатися з https://, а http:// – лише для цього комп’ютера',
  askKey: 'Ключ API: ',
  noKey: 'Ключа не дано. Вставте його, коли спитають, або передайте через LANKA_KEY',
  badKey: 'Це не ключ API: він починається з lanka_',
  signedIn: (name: string, owner: string) => `Ключ «${name}» (${owner}) збережено`,
  signedOut: 'Ключ забуто',
  notSignedIn: 'Спершу збережіть ключ: lanka sign-in --url https://lanka.example',
  badConfig: (file: string) => `Файл ${file} пошкоджено. Збережіть ключ знову: lanka sign-in`,
  openConfig: (file: string) => `Файл ${file} можуть читати інші. Зробіть його лише своїм: chmod 600 ${file}`,
  key: 'Ключ',
  owner: 'Чий',
  project: (name: string) => `проєкт «${name}»`,
  dropshipper: (name: string) => `дропшипер ${name}`,
  scopes: 'Дозволено',
  lastDay: 'Останній день',
  used: 'Використано цього місяця',
  requests: (used: string, allowed: string) => `запитів ${used} з ${allowed}`,
  bytes: (used: string, allowed: string) => `даних ${used} з ${allowed}`,
  resets: (day: string) => `Лічильник почнеться знову ${day}`,
  nothing: 'Нічого не знайдено',
  more: (shown: number, total: number) => `Показано ${shown} з ${total}. Більше: --limit, усі: lanka export`,
  badFormat: 'Формат має бути csv, json або jsonl',
  badLimit: 'Ліміт – ціле число від 1 до 200',
  badWhere: (text: string) => `Умова має вигляд поле=значення: ${text}`,
  exists: (file: string) => `Файл ${file} уже є. Замінити його: --force`,
  exported: (count: number, file: string) => `Записів: ${count}, файл ${file}`,
  watching: 'Чекаємо на зміни. Зупинити: Ctrl+C',
  fresh: 'Починаємо з цього моменту: попереднього читання немає або воно застаріло',
  again: (why: string) => `${why}. Пробуємо знову`,
  unreachable: 'Ланка не відповідає. Перевірте адресу та з’єднання',
  timedOut: 'Ланка не відповіла вчасно',
  failed: (message: string, code: string) => `${message} (${code})`,
  requestId: (id: string) => `Номер запиту для підтримки: ${id}`,
};

const en: typeof uk = {
  help: `lanka: the command line of the public API of Lanka

Usage: lanka <command> [options]

  sign-in --url ADDRESS       keep a key of the API; it is asked for, or taken from LANKA_KEY or the input
  sign-out                    forget the key
  whoami                      whose key it is, what it may do and how much is used
  list WHAT                   show entries: --limit 20, --where field=value, --json
  export WHAT                 all entries: --format csv|json|jsonl, --out file, --force
  watch                       changes as they happen, a line of JSON each: --kinds order,stock, --state file
  help                        this text

WHAT is one of: {what}

Everywhere: --language uk|en, --help, --version
The language is that of LC_ALL, LC_MESSAGES or LANG. The key is kept in {file}, which you alone can read.
`,
  usage: 'Help: lanka help',
  unknownCommand: (name) => `No such command: ${name}`,
  unknownOption: (text) => `Wrong options: ${text}`,
  unknownWhat: (name, known) => `No such list: ${name}. There are: ${known}`,
  needsWhat: 'Say what: lanka list orders',
  needsUrl: 'Give the address of Lanka: lanka sign-in --url https://lanka.example',
  badUrl: 'The address begins with https://, or with http:// on this computer alone',
  askKey: 'Key of the API: ',
  noKey: 'No key was given. Paste it when it is asked for, or pass it by LANKA_KEY',
  badKey: 'This is no key of the API: one begins with lanka_',
  signedIn: (name, owner) => `The key “${name}” (${owner}) is kept`,
  signedOut: 'The key is forgotten',
  notSignedIn: 'Keep a key first: lanka sign-in --url https://lanka.example',
  badConfig: (file) => `The file ${file} is broken. Keep the key again: lanka sign-in`,
  openConfig: (file) => `Others can read the file ${file}. Make it yours alone: chmod 600 ${file}`,
  key: 'Key',
  owner: 'Of',
  project: (name) => `the project “${name}”`,
  dropshipper: (name) => `the dropshipper ${name}`,
  scopes: 'It may',
  lastDay: 'Last day',
  used: 'Used this month',
  requests: (used, allowed) => `${used} of ${allowed} requests`,
  bytes: (used, allowed) => `${used} of ${allowed} of data`,
  resets: (day) => `It begins anew on ${day}`,
  nothing: 'Nothing was found',
  more: (shown, total) => `${shown} of ${total} are shown. More: --limit, all: lanka export`,
  badFormat: 'The format is csv, json or jsonl',
  badLimit: 'The limit is a whole number from 1 to 200',
  badWhere: (text) => `A condition is field=value: ${text}`,
  exists: (file) => `The file ${file} is there already. To replace it: --force`,
  exported: (count, file) => `Entries: ${count}, file ${file}`,
  watching: 'Waiting for changes. To stop: Ctrl+C',
  fresh: 'Beginning at this moment: nothing was read before, or too long ago',
  again: (why) => `${why}. Trying again`,
  unreachable: 'Lanka does not answer. Check the address and the connection',
  timedOut: 'Lanka did not answer in time',
  failed: (message, code) => `${message} (${code})`,
  requestId: (id) => `The request’s id for support: ${id}`,
};

export type Texts = typeof uk;
export const TEXTS: Readonly<Record<Language, Texts>> = { uk, en };

/** Ukrainian where the system speaks it, as POSIX says which variable counts; English elsewhere. */
export function languageOf(env: Readonly<Record<string, string | undefined>>): Language {
  const told = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return /^uk(_|-|\.|$)/i.test(told) ? 'uk' : 'en';
}
