import { createHash } from 'node:crypto';
import { changeErrors } from '@lanka/domain/changes/contract';

/** How far a reader has come, by project. */
export type Position = ReadonlyMap<string, number>;

const ID_BYTES = 16;
const NUMBER_BYTES = 6;
const ONE = ID_BYTES + NUMBER_BYTES;
const SUM_BYTES = 5;

const sumOf = (body: Buffer): Buffer =>
  createHash('sha256').update('changes').update(body).digest().subarray(0, SUM_BYTES);

/** Not a secret: whoever makes one up reads what he may read anyway. The sum tells apart what was cut off or mistyped. */
export function toCursor(position: Position): string {
  const body = Buffer.alloc(position.size * ONE);
  let at = 0;
  for (const [id, number] of position) {
    body.write(id.replaceAll('-', ''), at, 'hex');
    body.writeUIntBE(number, at + ID_BYTES, NUMBER_BYTES);
    at += ONE;
  }
  return Buffer.concat([sumOf(body), body]).toString('base64url');
}

/** @throws changes.cursor_unknown */
export function fromCursor(cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(SUM_BYTES);
  const isWhole =
    /^[\w-]+$/.test(cursor) && body.length % ONE === 0 && bytes.subarray(0, SUM_BYTES).equals(sumOf(body));
  if (!isWhole) throw changeErrors.cursor_unknown({ path: 'after' });
  const position = new Map<string, number>();
  for (let at = 0; at < body.length; at += ONE) {
    const id = body.toString('hex', at, at + ID_BYTES);
    position.set(
      `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`,
      body.readUIntBE(at + ID_BYTES, NUMBER_BYTES),
    );
  }
  return position;
}
