import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Signature Version 4 from the receiving side, written after the Amazon S3 API reference (“Authenticating Requests:
 * Using the Authorization Header” and “… Using Query Parameters”) and without the code that the product signs with,
 * so that an error in one is not repeated in the other.
 */

export interface S3Account {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What S3 answers in its `<Error>` document. */
export class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query as they came over the wire. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SKEW_MS = 15 * 60_000;
/** Seven days, in seconds. */
const LONGEST_PRESIGNED = 604_800;
export const UNSIGNED = 'UNSIGNED-PAYLOAD';

interface Claim {
  readonly credential: string;
  readonly date: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payload: string;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** AWS's UriEncode: every byte but A–Z a–z 0–9 - . _ ~ becomes %XX in capitals. */
function uriEncode(text: string, keepSlash: boolean): string {
  let out = '';
  for (const byte of Buffer.from(text)) {
    const sign = String.fromCharCode(byte);
    const plain = /[A-Za-z0-9\-._~]/.test(sign) || (keepSlash && sign === '/');
    out += plain ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return out;
}

export function splitTarget(target: string): { path: string; query: [string, string][] } {
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  const decode = (text: string): string => decodeURIComponent(text.replace(/\+/g, ' '));
  try {
    const query = search.split('&').filter(Boolean);
    return {
      path: decodeURIComponent(path),
      query: query.map((pair): [string, string] => {
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        return [decode(name), decode(value)];
      }),
    };
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

function instant(date: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  if (!parts) return Number.NaN;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Headers that the client must have signed: host, everything of Amazon's, and (Authorization header) the type. */
function mustBeSigned(headers: IncomingHttpHeaders, presigned: boolean): string[] {
  return ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))].concat(
    !presigned && headers['content-type'] !== undefined ? ['content-type'] : [],
  );
}

function expectedSignature(
  request: SignedRequest,
  { path, query }: { path: string; query: [string, string][] },
  claim: Claim,
  secret: string,
): string {
  const canonicalQuery = query
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [uriEncode(name, false), uriEncode(value, false)])
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map((pair) => pair.join('='))
    .join('&');
  const headerLines = claim.signedHeaders.map((name) => {
    const value = request.headers[name];
    return `${name}:${(Array.isArray(value) ? value.join(',') : (value ?? '')).trim().replace(/ +/g, ' ')}\n`;
  });
  const canonical = [
    request.method,
    uriEncode(path, true),
    canonicalQuery,
    headerLines.join(''),
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
  const [, day = '', region = '', service = '', end = ''] = claim.credential.split('/');
  const toSign = [ALGORITHM, claim.date, [day, region, service, end].join('/'), sha256(canonical)].join('\n');
  const key = [day, region, service, end].reduce<string | Buffer>((from, part) => hmac(from, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

function headerClaim(headers: IncomingHttpHeaders, nowMs: number): Claim {
  const found = /^AWS4-HMAC-SHA256 +Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  );
  if (!found) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header that you provided is not valid.');
  }
  const date = String(headers['x-amz-date'] ?? '');
  const at = instant(date);
  if (Number.isNaN(at))
    throw new S3Error(403, 'AccessDenied', 'AWS authentication requires a valid Date or x-amz-date');
  if (Math.abs(at - nowMs) > SKEW_MS) {
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  const payload = headers['x-amz-content-sha256'];
  if (typeof payload !== 'string') {
    throw new S3Error(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  const [, credential = '', signed = '', signature = ''] = found;
  return { credential, date, signedHeaders: signed.split(';'), signature, payload };
}

function queryClaim(query: [string, string][], nowMs: number): Claim {
  const malformed = (message: string): S3Error => new S3Error(400, 'AuthorizationQueryParametersError', message);
  const one = (name: string): string => {
    const values = query.filter(([known]) => known === name).map(([, value]) => value);
    if (values.length !== 1 || !values[0]) {
      throw malformed(
        'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
      );
    }
    return values[0];
  };
  if (one('X-Amz-Algorithm') !== ALGORITHM) throw malformed('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  const date = one('X-Amz-Date');
  const at = instant(date);
  if (Number.isNaN(at)) throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  const seconds = Number(one('X-Amz-Expires'));
  if (!Number.isInteger(seconds) || seconds < 1) throw malformed('X-Amz-Expires should be a number');
  if (seconds > LONGEST_PRESIGNED) throw malformed('X-Amz-Expires must be less than a week (in seconds)');
  if (at - nowMs > SKEW_MS) throw new S3Error(403, 'AccessDenied', 'Request is not valid yet');
  if (at + seconds * 1000 < nowMs) throw new S3Error(403, 'AccessDenied', 'Request has expired');
  return {
    credential: one('X-Amz-Credential'),
    date,
    signedHeaders: one('X-Amz-SignedHeaders').split(';'),
    signature: one('X-Amz-Signature'),
    payload: UNSIGNED,
  };
}

/**
 * Checks who asks. Answers the SHA-256 that the body must have, or `UNSIGNED-PAYLOAD`.
 * @throws S3Error as S3 words it
 */
export function verifySignature(request: SignedRequest, account: S3Account, nowMs: number): string {
  const parts = splitTarget(request.target);
  const presigned = parts.query.some(([name]) => name === 'X-Amz-Algorithm' || name === 'X-Amz-Signature');
  if (presigned && request.headers.authorization) {
    throw new S3Error(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  }
  if (!presigned && !request.headers.authorization) throw new S3Error(403, 'AccessDenied', 'Access Denied');
  const claim = presigned ? queryClaim(parts.query, nowMs) : headerClaim(request.headers, nowMs);

  const malformed = (message: string): S3Error =>
    new S3Error(400, presigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed', message);
  const [keyId, day, region, service, end, ...more] = claim.credential.split('/');
  if (end !== 'aws4_request' || more.length > 0 || service !== 's3' || day !== claim.date.slice(0, 8)) {
    throw malformed('The Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/s3/aws4_request".');
  }
  if (region !== account.region) {
    throw malformed(`The region '${region}' is wrong; expecting '${account.region}'`);
  }
  if (keyId !== account.accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  const unsigned = mustBeSigned(request.headers, presigned).filter((name) => !claim.signedHeaders.includes(name));
  if (unsigned.length > 0) {
    throw new S3Error(
      403,
      'AccessDenied',
      `There were headers present in the request which were not signed: ${unsigned}`,
    );
  }
  const right = Buffer.from(expectedSignature(request, parts, claim, account.secretAccessKey));
  const given = Buffer.from(claim.signature);
  if (right.length !== given.length || !timingSafeEqual(right, given)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  return claim.payload;
}
