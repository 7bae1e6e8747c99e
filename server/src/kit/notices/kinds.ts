import type { Locale } from '@lanka/domain/kit/errors';
import type { NoticeArea, WayDefault } from '@lanka/domain/kit/notice_areas';
import type { Permission } from '@lanka/domain/kit/permissions';
import type { Letter } from '../mail/letter-design';
import type { LetterKind } from '../mail/letters';

/**
 * Whom a notice reaches, by name; never who did it himself.
 *
 * - `staff`: the project's people who have this permission
 * - `dropshipper`: whoever has access as the counterparty it is about
 * - `dropshippers`: all who have access, or those of the counterparties that are named
 * - `manager`: the manager in charge of that counterparty, else the owner
 * - `named`: the one user who is named, as long as he takes part in the project
 * - `applicant`: the one user who is named, also when he is nobody in the project (yet)
 */
export type Audience =
  | { readonly staff: Permission }
  | 'dropshipper'
  | 'dropshippers'
  | 'manager'
  | 'named'
  | 'applicant';

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

export interface Addressee {
  readonly email: string;
  readonly locale: Locale;
}

interface Told<F> {
  /** What a person chooses by. */
  readonly area: NoticeArea;
  readonly reaches: readonly Audience[];
  /** Out of the app, unless he chooses otherwise. In the app it is always told, unless he chooses otherwise. */
  readonly mail: WayDefault;
  /** The same of the bot, where it is not as by mail. */
  readonly bot?: WayDefault;
  /** Its text goes by the bot too: no person writes it, and it says nothing of an end customer. Else the title alone. */
  readonly botText?: true;
  /** The letter that goes at once, in words of its own; of all others it says what the line says. */
  letter?(addressee: Addressee, facts: F, url: string): Letter;
  /** People outside of the project bring it about: it takes nothing from the letters that its own work brings. */
  readonly byOutsiders?: true;
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

/** As one reads it who has a workspace for the projects of all his suppliers: the page says of which it is. */
export const pathIn = (path: string, project_id: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}project=${project_id}`;

interface OfLetter {
  readonly area: NoticeArea;
  readonly reaches: readonly Audience[];
  /** Beside the letter's name, where one letter goes to two sides. */
  readonly name?: string;
  readonly byOutsiders?: true;
}

/**
 * What is told by a letter of its own: its subject is the line in the app, the facts name the page. The letter goes to
 * those whom the notice reaches and who did not choose otherwise: whoever tells it posts none.
 */
export const noticeWithLetter = <F extends object>(
  letter: LetterKind<F>,
  { area, reaches, name, byOutsiders }: OfLetter,
) => {
  const words = (locale: Locale) => (facts: F & { readonly path: string }) => ({
    title: letter.to({ email: '', locale }, facts).subject,
    text: '',
  });
  return noticeKind<F & { readonly path: string }>(name ?? letter.name, {
    ...{ area, reaches, mail: 'now', ua: words('ua'), en: words('en') },
    sample: { ...letter.sample, path: '/cp' },
    path: ({ path }) => path,
    letter: (addressee, facts, url) => letter.to(addressee, facts, url),
    ...(byOutsiders ? { byOutsiders } : {}),
  });
};

/** The same of a letter that goes to either side of a settlement: to the counterparty or to the supplier. */
export const noticesOfSides = <F extends object>(letter: LetterKind<F>) => ({
  counterparty: noticeWithLetter(letter, { area: 'money', reaches: ['dropshipper'] }),
  supplier: noticeWithLetter(letter, { area: 'money', reaches: ['manager'], name: `${letter.name}_to_supplier` }),
});
