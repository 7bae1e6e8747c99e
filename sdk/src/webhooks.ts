/** Why what came is not taken for a message of Lanka's. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

export interface SignedMessage {
  /** Of the request: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** As it came, byte for byte: a body that was read and written again has another signature. */
  body: string | Uint8Array;
  /** `whsec_…`; two while one is being replaced. */
  secrets: string | readonly string[];
  /** How old it may be, and how far ahead (300): older ones may have been caught and sent again. */
  toleranceSeconds?: number;
}

export interface VerifiedMessage<T> {
  /** The same for each try to bring it: what you have seen already is not done twice. */
  id: string;
  sentAt: Date;
  payload: T;
}

/** Checks a message by Standard Webhooks and answers what it says. @throws WebhookError */
export async function verifyWebhook<T = unknown>(message: SignedMessage): Promise<VerifiedMessage<T>> {
  const { headers, body, secrets, toleranceSeconds = 300 } = message;
  const read = (name: string): string => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing`);
    return value;
  };
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(read) as [
    string,
    string,
    string,
  ];
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(Date.now() / 1000 - seconds) <= toleranceSeconds))
    throw new WebhookError('The message is too old, or from ahead of time');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signature.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const raw = fromBase64(secret.replace(/^whsec_/, ''));
    if (!raw) throw new WebhookError('A secret is whsec_ and base64');
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', raw, hmac, false, ['verify']);
    for (const one of given) {
      const claimed = fromBase64(one);
      if (claimed && (await crypto.subtle.verify('HMAC', key, claimed, signed)))
        return { id, sentAt: new Date(seconds * 1000), payload: JSON.parse(new TextDecoder().decode(bytes)) as T };
    }
  }
  throw new WebhookError('The signature is of no secret that is known here');
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}
