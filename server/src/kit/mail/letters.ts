import type { Locale } from '@lanka/domain/kit/errors';
import type { Letter } from './letter-design';

/** What one kind of letter says in one language: plain text; the button leads to the `url` of the letter. */
export interface LetterWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: string;
  /** Why one gets it, for the foot of the letter; said in general when left out. */
  readonly why?: string;
}

export interface LetterKind<P> {
  readonly name: string;
  readonly sample: P;
  /** The letter to somebody, in his language. */
  to(addressee: { email: string; locale: Locale }, params: P, url?: string): Letter;
}

interface Texts<P> {
  /** For the preview. */
  readonly sample: P;
  readonly ua: (params: P) => LetterWords;
  readonly en: (params: P) => LetterWords;
}

/** Addresses of mail and what operators write are meant as they stand. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['email', 'email_phone', 'contact', 'reason']);

/**
 * A text somebody else has chosen (the title of a project, a name, a browser) as plain words: mail programs make a link
 * of `evil.com` and of `https://…` by themselves, so what would be one is parted by spaces, and stays readable. Signs
 * that control something, for instance the direction of text, go.
 */
export function withoutLinks(text: string): string {
  return text
    .replace(/[^\P{Cc}\n]+/gu, ' ')
    .replace(/(?!\u200d)\p{Cf}/gu, '')
    .replace(/:?\/\/+/g, ' ')
    .replace(/([.。．｡․])(?=[\p{L}\p{M}])/gu, '$1 ');
}

function unlinked<P>(params: P): P {
  if (typeof params !== 'object' || params === null) return params;
  const plain = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' && !AS_WRITTEN.has(name) ? withoutLinks(value) : value,
  ]);
  return Object.fromEntries(plain) as P;
}

const kinds = new Map<string, LetterKind<never>>();

/**
 * Declares a kind of letter, `<slice>.<what>`, once at the top of a module:
 *
 *   const newPassword = letterKind('identity.new_password', {
 *     sample: { hours: 24 },
 *     ua: ({ hours }) => ({ subject: '…', paragraphs: ['…'], button: '…' }),
 *     en: ({ hours }) => ({ … }),
 *   });
 *   await app.mail.post(tx, newPassword.to(user, { hours: 24 }, url));
 *
 * Both languages are there or it does not compile; every kind shows in the developers' preview.
 */
export function letterKind<P>(name: string, { sample, ...texts }: Texts<P>): LetterKind<P> {
  const kind: LetterKind<P> = {
    name,
    sample,
    to({ email, locale }, params, url) {
      const { subject, paragraphs, button, why } = texts[locale](unlinked(params));
      return {
        to: email,
        locale,
        subject,
        paragraphs,
        ...(button && url ? { button: { label: button, url } } : {}),
        ...(why ? { why } : {}),
      };
    },
  };
  kinds.set(name, kind as LetterKind<never>);
  return kind;
}

/** Every kind of letter that the product sends, by name. */
export const letterKinds = (): LetterKind<unknown>[] =>
  [...kinds.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) as LetterKind<unknown>[];
