import { hash, verify } from '@node-rs/argon2';

/** OWASP's first recommendation for argon2id: 19 MiB, two passes, one lane. */
// 2 is argon2id; the package exports the name only as a const enum
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), OPTIONS);

let decoy: Promise<string> | undefined;

/** Takes the same time for an unknown user or one without a password: a decoy is checked instead. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const right = await verify(stored ?? (await decoy), password.normalize('NFC'));
  return right && typeof stored === 'string';
}
