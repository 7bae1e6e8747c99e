import { createHash, randomBytes } from 'node:crypto';
import { v5, v7 } from 'uuid';

/** Ids are UUIDs of version 7: they grow with time, so indexes stay compact and lists can be paged by them. */
export const newId = (): string => v7();

/** The least id that is drawn from this moment on. */
export function firstIdOf(since: Date): string {
  const hex = since.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The id of something that another id and its name say which it is: the same each time. */
export const idWithin = (id: string, name: string): string => v5(name, id);

/** A secret for a link: 256 bits, safe in an address. Only its hash is stored. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
