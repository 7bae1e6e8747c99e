import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompactEncrypt, calculateJwkThumbprint, compactDecrypt, decodeProtectedHeader } from 'jose';
import type { Config } from '../platform/config';

/**
 * Keys and passwords of outside services, as they stand in the database: encrypted by a key that is kept outside of it,
 * so that a copy of the database gives none of them away (docs/decisions/0100-services-of-others.md).
 */
export interface Secrets {
  /** @param context where it belongs (`nova_poshta 0198…`): elsewhere it cannot be opened */
  seal(text: string, context: string): Promise<string>;
  /** @throws SecretUnreadableError when its key is gone, it was tampered with or belongs elsewhere */
  open(sealed: string, context: string): Promise<string>;
  /** Whether it was sealed by an older key, and should be sealed anew. */
  isOld(sealed: string): boolean;
  /** The same, sealed by the first key; null where it is already, and where nobody can read it any more. */
  renew(sealed: string, context: string): Promise<string | null>;
}

/** What was sealed cannot be read any more: whoever gave the secret has to enter it again. */
export class SecretUnreadableError extends Error {
  override readonly name = 'SecretUnreadableError';
}

export const SECRETS_FILE = 'secrets.key';
const ENCRYPTION = { alg: 'dir', enc: 'A256GCM' } as const;

/** The key of this installation: made at the first start, in the data folder, readable by its user alone. */
function keyFile(dataDir: string): string {
  const path = join(dataDir, SECRETS_FILE);
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // another process was first, or it has been there for long
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

/** The first key seals; all of them open, so that a new one can be put before the old one. */
export async function openSecrets({ dataDir, secretsKeys }: Pick<Config, 'dataDir' | 'secretsKeys'>): Promise<Secrets> {
  const given = secretsKeys ?? [keyFile(dataDir)];
  const keys = await Promise.all(
    given.map(async (text) => {
      const key = new Uint8Array(Buffer.from(text, 'base64'));
      const kid = await calculateJwkThumbprint({ kty: 'oct', k: Buffer.from(key).toString('base64url') });
      return { kid: kid.slice(0, 16), key };
    }),
  );
  const [first] = keys as [(typeof keys)[number], ...typeof keys];
  const secrets: Secrets = {
    seal: (text, context) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ ...ENCRYPTION, kid: first.kid, ctx: context })
        .encrypt(first.key),
    async open(sealed, context) {
      try {
        const { kid, ctx } = decodeProtectedHeader(sealed);
        const known = keys.find((one) => one.kid === kid);
        if (!known || ctx !== context)
          throw new SecretUnreadableError(known ? 'it belongs elsewhere' : 'its key is gone');
        const { plaintext } = await compactDecrypt(sealed, known.key);
        return new TextDecoder().decode(plaintext);
      } catch (error) {
        if (error instanceof SecretUnreadableError) throw error;
        throw new SecretUnreadableError('it was tampered with', { cause: error });
      }
    },
    isOld: (sealed) => decodeProtectedHeader(sealed).kid !== first.kid,
    async renew(sealed, context) {
      const text = await secrets.open(sealed, context).catch((error: unknown) => {
        if (error instanceof SecretUnreadableError) return null;
        throw error;
      });
      return text !== null && secrets.isOld(sealed) ? secrets.seal(text, context) : null;
    },
  };
  return secrets;
}
