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
  /** What stands behind its name in the address of the service: `/v2.0/json`. */
  readonly path: string;
  /** Registers its routes; `server` is below `/<name>` already. */
  open(server: FastifyInstance, world: World): void;
}

/** What a simulator stands in: a clock that can be moved, what it remembers, and who is told. */
export interface World {
  now(): Date;
  /** Called when the clock was moved, oldest listener first: for what happens by itself as time goes by. */
  onAdvance(listener: () => void | Promise<void>): void;
  /**
   * What it remembers, to be changed in place: it is there again after a start, so that the data of the demo and of its
   * services stay together. Only what JSON holds.
   */
  keep<T extends object>(initial: T): T;
  /** Calls the product back, as a webhook. What comes of it is shown on the page; it is not tried again by itself. */
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
  readonly fields?: readonly ControlField[];
  /** What it answers is shown. @throws Error whose message is shown */
  run(values: Readonly<Record<string, string>>): string | Promise<string>;
}

export interface ControlField {
  readonly name: string;
  readonly title: Words;
  /** Values to choose from, asked each time the page is shown. */
  readonly options?: () => readonly { readonly value: string; readonly title: Words }[];
}

/** What can go wrong with any service. */
export const FAULTS = {
  slow: { ua: 'відповідає повільно', en: 'answers slowly' },
  down: { ua: 'не відповідає: з’єднання рветься', en: 'does not answer: the connection breaks' },
  error: { ua: '500, невідома помилка', en: '500, an unknown error' },
  unavailable: { ua: '503, служба недоступна', en: '503, the service is unavailable' },
  limited: { ua: '429, забагато запитів', en: '429, too many requests' },
  broken_json: { ua: 'відповідь обірвано посередині', en: 'the answer breaks off in the middle' },
  lost_answer: { ua: 'зроблено, але відповідь загубилася', en: 'done, but the answer was lost' },
} as const;
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
