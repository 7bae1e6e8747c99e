import type { FastifyInstance } from 'fastify';

/**
 * A service of others, played by a program of our own: it answers as the service is documented, errors, delays and
 * limits included, so that everything can be tried without a contract. Tests and the demo start it.
 */
export interface Simulator {
  /** The first part of its addresses, as `SERVICE_VARIABLES` names it. */
  readonly name: string;
  /** On the page of the simulators. */
  readonly title: Words;
  /** By what keys one enters, and where in the product it is seen. */
  readonly about?: Words;
  /** What stands behind its name in the address of the service: `/v2.0/json`. */
  readonly path: string;
  /** It calls the product back: by which header it signs that; null: a secret stands in the address. */
  readonly callsBack?: { readonly signedBy: string | null };
  /** Registers its routes; `server` is below `/<name>` already. */
  open(server: FastifyInstance, world: World): void;
}

/** What a simulator stands in: a clock that can be moved, what it remembers, and who is told. */
export interface World {
  /** By the clock of this service, which may be off ours. */
  now(): Date;
  /** The same, where nobody has moved the clock of the simulators on: who moves that moves not the product's. */
  today(): Date;
  /** Called when the clock was moved, oldest listener first: for what happens by itself as time goes by. */
  onAdvance(listener: () => void | Promise<void>): void;
  /**
   * What it remembers, to be changed in place: it is there again after a start, so that the data of the demo and of its
   * services stay together. Only what JSON holds.
   */
  keep<T extends object>(initial: T): T;
  /**
   * Calls the product back, as a webhook. What comes of it is shown on the page; it is not tried again by itself. Null
   * too while the page holds what is called back, or lets none of it through.
   */
  send(url: string, init: { method?: string; headers?: Record<string, string>; body?: string }): Promise<number | null>;
  /** A button on the page, and what tests do by `act`. */
  control(action: ControlAction): void;
}

/** In both languages of the page; a name that is the same in both as it is. */
export type Words = string | Readonly<Record<Locale, string>>;
export type Locale = 'ua' | 'en';
export const wordsIn = (words: Words, locale: Locale): string => (typeof words === 'string' ? words : words[locale]);

export interface ControlAction {
  readonly id: string;
  readonly title: Words;
  /** What will be seen in the product. */
  readonly seen?: Words;
  readonly fields?: readonly ControlField[];
  /** What it answers is shown. @throws Error whose message is shown */
  run(values: Readonly<Record<string, string>>): Words | Promise<Words>;
}

export interface ControlField {
  readonly name: string;
  readonly title: Words;
  /** Values to choose from, asked each time the page is shown. */
  readonly options?: () => readonly { readonly value: string; readonly title: Words }[];
}

/** What can go wrong with any service, and what is seen of it. */
export const FAULTS = {
  slow: {
    ...{ ua: 'відповідає повільно', en: 'answers slowly' },
    seen: {
      ua: 'Хто чекає на відповідь, бачить, що йде робота; решта сторінок не сповільнюється.',
      en: 'Whoever waits for the answer sees that it is under way; no other page is slower.',
    },
  },
  down: {
    ...{ ua: 'не відповідає: з’єднання рветься', en: 'does not answer: the connection breaks' },
    seen: {
      ua: 'Служба в «Підключених службах» не відповідає, черга росте й спорожніє сама, коли служба повернеться.',
      en: 'In “Connected services” the service does not answer; its queue grows, and empties by itself when it is back.',
    },
  },
  error: {
    ...{ ua: '500, невідома помилка', en: '500, an unknown error' },
    seen: {
      ua: 'Те саме, що без відповіді: чи щось зроблено, питають, перш ніж повторити.',
      en: 'As without an answer: before anything is repeated the service is asked whether it was done.',
    },
  },
  unavailable: {
    ...{ ua: '503, служба недоступна', en: '503, the service is unavailable' },
    seen: {
      ua: 'Завдання чекають і повторюються дедалі рідше, три дні; потім – «Спробувати зараз».',
      en: 'Tasks wait and are tried again ever more seldom for three days; then by “Try now”.',
    },
  },
  limited: {
    ...{ ua: '429, забагато запитів', en: '429, too many requests' },
    seen: {
      ua: 'Запити стоять стільки, скільки служба просить зачекати, і йдуть далі без втрат.',
      en: 'Calls rest for as long as the service asks, and go on with nothing lost.',
    },
  },
  broken_json: {
    ...{ ua: 'відповідь обірвано посередині', en: 'the answer breaks off in the middle' },
    seen: {
      ua: 'У журналі викликів – незрозуміла відповідь; зроблене знаходять, а не роблять удруге.',
      en: 'The log of calls has an answer that cannot be understood; what was done is found, not done a second time.',
    },
  },
  lost_answer: {
    ...{ ua: 'зроблено, але відповідь загубилася', en: 'done, but the answer was lost' },
    seen: {
      ua: 'Накладна, чек чи оплата зʼявиться одна: спершу її шукають у службі.',
      en: 'One waybill, receipt or payment appears: it is looked for at the service first.',
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>> & { readonly seen: Words }>>;
export type FaultKind = keyof typeof FAULTS;

export interface Fault {
  readonly kind: FaultKind;
  /** How many calls meet it; until it is taken away unless told. */
  readonly times?: number;
  /** Of a hundred calls so many meet it, drawn by chance; all unless told. */
  readonly share?: number;
  /** Only calls whose address or body has this text. */
  readonly only?: string;
  /** Of `slow`: milliseconds; 5,000 unless told. Of `limited`: what Retry-After says, 1,000 unless told. */
  readonly ms?: number;
}

/** How what is called back comes to the product. */
export const CALLBACKS = {
  normal: { ua: 'одразу, по разу', en: 'at once, once each' },
  twice: { ua: 'кожне двічі', en: 'each twice' },
  held: { ua: 'затримувати, доки не відпустять', en: 'hold them until they are let go' },
  none: { ua: 'губити всі', en: 'lose them all' },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>>>>;
export type CallbackMode = keyof typeof CALLBACKS;
