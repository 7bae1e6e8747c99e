import { hkdfSync } from 'node:crypto';
import { asc } from 'drizzle-orm';
import {
  EncryptJWT,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtDecrypt,
  jwtVerify,
  SignJWT,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/db';
import { signingKeys } from '../db/tables';
import type { KeyInHand } from './api-keys';

/** What an access token says: who, and in which session. What he may do is read anew at each request. */
export interface TokenClaims {
  readonly user_id: string;
  /** Empty where a key of the API asks. */
  readonly session_id: string;
  /** The key that asks in this user's name. */
  readonly api_key?: KeyInHand;
}

export interface VerifiedToken extends TokenClaims {
  /** When the token ends, milliseconds since 1970. */
  readonly expires_at: number;
}

export interface TokenKeys {
  sign(claims: TokenClaims, audience: string, seconds: number): Promise<string>;
  /** Null when the token is forged, expired or for another audience. */
  verify(token: string, audience: string): Promise<VerifiedToken | null>;
  /** Encrypts what a browser keeps for us for so many seconds without reading or changing it. */
  seal(purpose: string, content: Readonly<Record<string, string>>, seconds: number): Promise<string>;
  /** Null when it was tampered with, is older than its seconds, or was sealed for another purpose. */
  unseal(purpose: string, sealed: string): Promise<Record<string, unknown> | null>;
  readonly jwks: { keys: JWK[] };
}

const ALGORITHM = 'EdDSA';
const ISSUER = 'lanka';
const MOST_VERIFIED = 5_000;

/** Reads the signing key of this database, or makes it on the first start. */
export async function openTokenKeys(db: Database): Promise<TokenKeys> {
  const stored = await db.transaction({}, async (tx) => {
    const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
    const jwk = { ...(await exportJWK(pair.privateKey)), kid: crypto.randomUUID() };
    const [known] = await tx.select().from(signingKeys).orderBy(asc(signingKeys.created_at)).limit(1);
    if (known) return known.jwk as JWK;
    await tx.insert(signingKeys).values({ id: 'current', jwk }).onConflictDoNothing();
    const [winner] = await tx.select().from(signingKeys).orderBy(asc(signingKeys.created_at)).limit(1);
    return (winner?.jwk ?? jwk) as JWK;
  });
  const { d: secret, ...publicJwk } = stored;
  // a key of its own for each purpose, so that neither gives the other away
  const sealingKey = new Uint8Array(hkdfSync('sha256', String(secret), '', 'lanka.seal', 32));
  const privateKey = await importJWK(stored, ALGORITHM);
  const publicKey = await importJWK(publicJwk, ALGORITHM);
  // a signature is checked once a token, not once a request
  const verified = new LRUCache<string, JWTPayload>({ max: MOST_VERIFIED });

  return {
    jwks: { keys: [{ ...publicJwk, alg: ALGORITHM, use: 'sig' }] },
    sign: ({ user_id, session_id }, audience, seconds) =>
      new SignJWT({ sid: session_id })
        .setProtectedHeader({ alg: ALGORITHM, kid: stored.kid ?? 'current' })
        .setSubject(user_id)
        .setIssuer(ISSUER)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .sign(privateKey),
    seal: (purpose, content, seconds) =>
      new EncryptJWT({ content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setIssuer(ISSUER)
        .setAudience(purpose)
        .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
        .encrypt(sealingKey),
    async unseal(purpose, sealed) {
      try {
        const { payload } = await jwtDecrypt<{ content: Record<string, unknown> }>(sealed, sealingKey, {
          issuer: ISSUER,
          audience: purpose,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        });
        return payload.content;
      } catch {
        return null;
      }
    },
    async verify(token, audience) {
      let payload = verified.get(token);
      if (!payload || payload.aud !== audience) {
        try {
          payload = (await jwtVerify(token, publicKey, { audience, issuer: ISSUER, algorithms: [ALGORITHM] })).payload;
        } catch {
          return null;
        }
        verified.set(token, payload);
      }
      if (!payload.exp || payload.exp * 1000 <= Date.now()) return null;
      return typeof payload.sub === 'string' && typeof payload.sid === 'string'
        ? { user_id: payload.sub, session_id: payload.sid, expires_at: payload.exp * 1000 }
        : null;
    },
  };
}
