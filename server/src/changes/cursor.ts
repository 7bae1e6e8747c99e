import { createHash } from 'node:crypto';
import { changeErrors } from '@lanka/domain/changes/contract';

/** How far a reader has come in one project. */
export interface Reached {
  readonly number: number;
  /**
   * Up to where he has read everything: less than the number while there was more to be read. What is new since then is
   * new to him, also when it has moved on behind pages that he has read meanwhile.
   */
  readonly whole: number;
}

/** How far a reader has come, by project. */
export type Position = ReadonlyMap<string, Reached>;

/** Where everything is read. */
export const wholly = (number: number): Reached => ({ number, whole: number });

const ID_BYTES = 16;
const NUMBER_BYTES = 6;
const ONE = ID_BYTES + NUMBER_BYTES;
/** The first bit of a number: another one follows, up to which everything is read. */
const FOLLOWED = 2 ** 47;
const SUM_BYTES = 5;

const sumOf = (body: Buffer): Buffer =>
  createHash('sha256').update('changes').update(body).digest().subarray(0, SUM_BYTES);

/** Not a secret: whoever makes one up reads what he may read anyway. The sum tells apart what was cut off or mistyped. */
export function toCursor(position: Position): string {
  const parts = [...position].map(([id, { number, whole }]) => {
    const isFollowed = whole !== number;
    const part = Buffer.alloc(ONE + (isFollowed ? NUMBER_BYTES : 0));
    part.write(id.replaceAll('-', ''), 'hex');
    part.writeUIntBE(number + (isFollowed ? FOLLOWED : 0), ID_BYTES, NUMBER_BYTES);
    if (isFollowed) part.writeUIntBE(whole, ONE, NUMBER_BYTES);
    return part;
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([sumOf(body), body]).toString('base64url');
}

/** @throws changes.cursor_unknown */
export function fromCursor(cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(SUM_BYTES);
  const isOurs = /^[\w-]+$/.test(cursor) && bytes.subarray(0, SUM_BYTES).equals(sumOf(body));
  const position = new Map<string, Reached>();
  let at = 0;
  while (isOurs && at + ONE <= body.length) {
    const id = body.toString('hex', at, at + ID_BYTES);
    const number = body.readUIntBE(at + ID_BYTES, NUMBER_BYTES);
    at += ONE;
    const isFollowed = number >= FOLLOWED && at + NUMBER_BYTES <= body.length;
    const reached = isFollowed
      ? { number: number - FOLLOWED, whole: body.readUIntBE(at, NUMBER_BYTES) }
      : wholly(number);
    if (isFollowed) at += NUMBER_BYTES;
    position.set(
      `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
      reached,
    );
  }
  if (!isOurs || at !== body.length) throw changeErrors.cursor_unknown({ path: 'after' });
  return position;
}
