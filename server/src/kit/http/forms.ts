import { createHash, type Hash } from 'node:crypto';
import { pipeline, Transform } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { fileErrors } from '@lanka/domain/files/contract';
import { common, type Locale } from '@lanka/domain/kit/errors';
import { unknownFieldText } from '@lanka/domain/kit/messages';
import type { AnyRoute, FormFile } from '@lanka/domain/kit/route';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Services } from '../services';
import { newKey } from '../storage/storage';
import type { SentFile } from './serve';

export const isForm = (contentType: string | undefined): boolean => /^multipart\/form-data\b/i.test(contentType ?? '');

/** Of the texts beside the file; the contract says which there may be, and bounds them further. */
const LIMITS = { fields: 10, fieldNameSize: 100, fieldSize: 4 * 1024, parts: 12, headerPairs: 100 } as const;

interface Received {
  readonly sent: SentFile;
  /** The fields and what the file says of itself, to be checked by the contract like a body in JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** What tells this request from another one (Idempotency-Key). */
  readonly raw: unknown;
  /** Takes the file out of the storage again. */
  discard(): Promise<void>;
}

/**
 * Reads a form with one file, whose bytes go to the storage as they come. What is refused leaves nothing there.
 * @throws files.no_file, files.one_file, files.too_large, files.broken_form, common.invalid
 */
export async function receiveForm(
  app: Pick<Services, 'storage'>,
  { form, body }: Pick<AnyRoute, 'body'> & { readonly form: FormFile },
  request: FastifyRequest,
  projectId: string,
  locale: Locale,
): Promise<Received> {
  const fields = new Map<string, unknown>();
  let stored: Stored | undefined;
  const discard = async (): Promise<void> => {
    if (stored) await app.storage.remove(stored.key);
  };
  const readFile = async (part: MultipartFile): Promise<Stored> => {
    if (part.fieldname !== form.field) throw unknownFile(part.fieldname, { form, body }, locale);
    if (stored) throw fileErrors.one_file({ path: form.field, code: 'repeated' });
    return store(app, form, projectId, part);
  };
  try {
    const limits = { ...LIMITS, fileSize: form.maxBytes + 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        stored = await readFile(part).catch((error: unknown) => {
          // what is not read to its end would hold up the rest of the request
          part.file.destroy();
          throw error;
        });
        continue;
      }
      const { fieldname, value, fieldnameTruncated, valueTruncated } = part;
      if (fieldnameTruncated || valueTruncated) throw common.too_large();
      if (fieldname === form.field) throw fileErrors.no_file({ path: form.field, code: 'required' });
      if (fields.has(fieldname)) throw fileErrors.one_file({ path: fieldname, code: 'repeated' });
      fields.set(fieldname, value);
    }
  } catch (error) {
    await discard();
    throw isMalformed(error) ? fileErrors.broken_form() : error;
  }
  if (!stored) throw fileErrors.no_file({ path: form.field, code: 'required' });
  const { key, bytes, name, type, sha256 } = stored;
  const told = { ...(name ? { file_name: name } : {}), content_type: type ?? form.defaultType };
  const whole = { ...told, ...Object.fromEntries(fields) };
  return { sent: { key, bytes }, body: whole, raw: { ...whole, sha256 }, discard };
}

interface Stored extends SentFile {
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly sha256: string;
}

async function store(
  { storage }: Pick<Services, 'storage'>,
  { maxBytes }: FormFile,
  projectId: string,
  { file, filename, mimetype }: MultipartFile,
): Promise<Stored> {
  const key = newKey(projectId, filename || 'file');
  const hash = createHash('sha256');
  const counted = { bytes: 0 };
  // an end of the file that comes too early arrives in the stream that the storage reads
  const bytes = pipeline(file, measure(hash, counted, maxBytes), () => undefined);
  // what browsers and programs say when they do not know; a part that says nothing is text (RFC 7578, 4.4)
  const type = mimetype === 'application/octet-stream' ? undefined : mimetype;
  await storage.writeStream(key, bytes, type ?? 'application/octet-stream');
  return { key, bytes: counted.bytes, name: filename || undefined, type, sha256: hash.digest('base64url') };
}

const measure = (hash: Hash, counted: { bytes: number }, limit: number): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counted.bytes += chunk.length;
      hash.update(chunk);
      const allowed_mb = Math.floor(limit / 1048576);
      done(counted.bytes > limit ? fileErrors.too_large({ allowed_mb }) : null, chunk);
    },
  });

function unknownFile(name: string, { form, body }: { form: FormFile; body: z.ZodType }, locale: Locale) {
  const allowed = [form.field, ...(body instanceof z.ZodObject ? Object.keys(body.shape) : [])];
  return common.invalid({
    path: name,
    code: 'unknown_field',
    message: unknownFieldText(name, allowed, locale),
    allowed,
  });
}

/** What the parser throws has neither a code of the system's nor one of ours; the plugin's own begin with FST_. */
const isMalformed = (error: unknown): boolean =>
  /^(FST_(MP_|INVALID_|PROTO_)|ERR_STREAM_PREMATURE_CLOSE$)/.test(String((error as { code?: unknown }).code)) ||
  /multipart|boundary|terminated early|malformed/i.test(String((error as Error).message));
