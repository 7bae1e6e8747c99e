import type { Locale } from '@lanka/domain/kit/errors';
import type { MailWay, NoticeArea } from '@lanka/domain/kit/notice_areas';
import type { Permission } from '@lanka/domain/kit/permissions';
import type { LetterKind } from '../mail/letters';

/**
 * Whom a notice reaches, by name; never who did it himself.
 *
 * - `staff`: the project's people who have this permission
 * - `dropshipper`: whoever has access as the counterparty it is about
 * - `manager`: the manager in charge of that counterparty, else the owner
 * - `named`: the one user who is named, also when he is nobody in the project (yet)
 */
export type Audience = { readonly staff: Permission } | 'dropshipper' | 'manager' | 'named';

export interface NoticeWords {
  readonly title: string;
  /** One line more. */
  readonly text: string;
}

/** Of several at once: `count` of them, and the facts of the newest. */
interface Together<F> {
  ua(count: number, facts: F): NoticeWords;
  en(count: number, facts: F): NoticeWords;
  /** A page where all of them are seen. */
  readonly path: string;
}

interface Told<F> {
  /** What a person chooses by. */
  readonly area: NoticeArea;
  readonly reaches: readonly Audience[];
  /** By mail, unless he chooses otherwise. In the app it is always told, unless he chooses otherwise. */
  readonly mail: MailWay;
  /** For the tests and the page of the documentation. */
  readonly sample: F;
  ua(facts: F): NoticeWords;
  en(facts: F): NoticeWords;
  /** The page it opens, as a member of the project reads it: `/cp/orders/…`. */
  path(facts: F): string;
  /** Set where several within an hour are one line, as long as nobody has read it. */
  readonly together?: Together<F>;
}

export interface NoticeKind<F extends object> extends Told<F> {
  readonly name: string;
}

/**
 * Declares a kind of notice, `<slice>.<what>`, in the slice in which it happens; the manifest lists it (`notices`):
 *
 *   export const orderPlaced = noticeKind('orders.placed', {
 *     area: 'orders',
 *     reaches: [{ staff: 'orders.edit' }],
 *     mail: 'off',
 *     sample: { id: '…', number: '128' },
 *     ua: ({ number }) => ({ title: `Нове замовлення № ${number}`, text: '…' }),
 *     en: …,
 *     path: ({ id }) => `/cp/orders/${id}`,
 *   });
 *   await app.notices.tell(tx, scope, orderPlaced, {}, { id, number });
 *
 * Facts are small and plain: they are kept as they are told, and say what was so at that moment.
 */
export const noticeKind = <F extends object>(name: string, told: Told<F>): NoticeKind<F> => ({ name, ...told });

export type AnyNoticeKind = NoticeKind<object>;

/** The words of one line in one language. */
export const noticeWords = (kind: AnyNoticeKind, locale: Locale, facts: object, count: number): NoticeWords =>
  count > 1 && kind.together ? kind.together[locale](count, facts) : kind[locale](facts);

export const noticePath = ({ together, path }: AnyNoticeKind, facts: object, count: number): string =>
  count > 1 && together ? together.path : path(facts);

interface OfLetter {
  readonly area: NoticeArea;
  readonly reaches: readonly Audience[];
  /** Beside the letter's name, where one letter goes to two sides. */
  readonly name?: string;
}

/** What a letter tells of, in the app: its subject is the line, and the facts name the page. */
export const noticeOfLetter = <F extends object>(letter: LetterKind<F>, { area, reaches, name }: OfLetter) => {
  const words = (locale: Locale) => (facts: F & { readonly path: string }) => ({
    title: letter.to({ email: '', locale }, facts).subject,
    text: '',
  });
  return noticeKind<F & { readonly path: string }>(name ?? letter.name, {
    ...{ area, reaches, mail: 'now', ua: words('ua'), en: words('en') },
    sample: { ...letter.sample, path: '/cp' },
    path: ({ path }) => path,
  });
};

/** The same of a letter that goes to either side of a settlement: to the counterparty or to the supplier. */
export const noticesOfSides = <F extends object>(letter: LetterKind<F>) => ({
  counterparty: noticeOfLetter(letter, { area: 'money', reaches: ['dropshipper'] }),
  supplier: noticeOfLetter(letter, { area: 'money', reaches: ['manager'], name: `${letter.name}_to_supplier` }),
});
