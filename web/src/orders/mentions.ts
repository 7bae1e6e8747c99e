import { mentionOf } from '@lanka/domain/orders/mentions';

/** Somebody who was chosen in the box of a comment, where he stands as `@` and his name. */
export interface Picked {
  readonly id: string;
  readonly name: string;
}

/** What is being written behind an `@` before the caret: where the `@` stands, and the words; null: nothing. */
export function askedFor(text: string, caret: number): { readonly from: number; readonly words: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}'’ʼ.-]*(?: [\p{L}\p{N}'’ʼ.-]*)?)$/u.exec(text.slice(0, caret));
  const words = found?.[1];
  return words === undefined ? null : { from: caret - words.length - 1, words };
}

/** Whose name, or a word of it, begins so. */
export function fitting<P extends { readonly name: string }>(people: readonly P[], words: string): P[] {
  const begin = words.toLowerCase();
  return people.filter(({ name }) => {
    const known = name.toLowerCase();
    return known.startsWith(begin) || known.split(' ').some((word) => word.startsWith(begin));
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text as it is sent: ids in the place of names. Of two with one name the first chosen stands first. */
export function withIds(text: string, picked: readonly Picked[]): string {
  if (picked.length === 0) return text;
  const waiting = new Map<string, string[]>();
  for (const { id, name } of picked) waiting.set(name, [...(waiting.get(name) ?? []), id]);
  // «Іван Петренко» is not «Іван» with a word behind it
  const names = [...waiting.keys()].sort((a, b) => b.length - a.length).map(escaped);
  return text.replace(new RegExp(`@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu'), (written, name: string) => {
    const ids = waiting.get(name) ?? [];
    const id = ids.length > 1 ? ids.shift() : ids[0];
    return id ? mentionOf(id) : written;
  });
}

/** A comment in pieces: those that name somebody who is mentioned, and the rest. */
export function pieces(text: string, names: readonly string[]): { readonly text: string; readonly isName: boolean }[] {
  if (names.length === 0) return [{ text, isName: false }];
  const longest = [...names].sort((a, b) => b.length - a.length).map(escaped);
  return text
    .split(new RegExp(`(@(?:${longest.join('|')}))`, 'u'))
    .map((piece, nth) => ({ text: piece, isName: nth % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
