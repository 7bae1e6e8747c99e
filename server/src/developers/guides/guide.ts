import type { Locale } from '@lanka/domain/kit/errors';

/** Whether the public API has this call: a guide speaks of nothing that is not there. */
export type Has = (operationId: string) => boolean;

export interface Guide {
  readonly page: string;
  readonly title: Readonly<Record<Locale, string>>;
  /** A guide about this call alone. */
  readonly needs?: string;
  /** Markdown. */
  readonly text: Readonly<Record<Locale, (has: Has) => string>>;
}
