import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../platform/config';

/** A page as it is sent: filled in with what this deployment says of itself, and packed once. */
export interface Page {
  readonly html: string;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
}

const NAMES = ['index', 'price', '404', 'maintenance', 'cp'] as const;
const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => SPECIAL[sign] ?? sign);

/** What the build leaves open in the pages, so that one build serves every deployment. */
function fillings(config: Config): Readonly<Record<string, string>> {
  const options = {
    contact_email: config.contactEmail,
    contact_phone: config.contactPhone,
    open_sign_up: config.openSignUp,
    google_tag_id: config.googleTagId ?? null,
    analytics_url: config.analyticsUrl ?? null,
    maintenance: null,
  };
  return {
    '%PUBLIC_URL%': escapeHtml(config.publicUrl),
    '%CONTACT_EMAIL%': escapeHtml(config.contactEmail),
    '%CONTACT_PHONE%': escapeHtml(config.contactPhone),
    '%CONTACT_TEL%': config.contactPhone.replace(/[^\d+]/g, ''),
    // in a script element nothing but its own end is special
    '%SITE_OPTIONS%': JSON.stringify(options).replaceAll('<', '\\u003c'),
  };
}

async function readPage(file: string, config: Config): Promise<Page> {
  const filled = Object.entries(fillings(config)).reduce(
    (html, [mark, value]) => html.replaceAll(mark, () => value),
    await readFile(file, 'utf8'),
  );
  const bytes = Buffer.from(filled);
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { html: filled, br, gzip: zipped, etag };
}

/** The pages that the build has, by name. */
export async function readPages(folder: string, config: Config): Promise<ReadonlyMap<string, Page>> {
  const found = NAMES.map((name) => ({ name, file: join(folder, `${name}.html`) })).filter(({ file }) =>
    existsSync(file),
  );
  return new Map(await Promise.all(found.map(async ({ name, file }) => [name, await readPage(file, config)] as const)));
}

const accepts = (request: FastifyRequest, coding: string): boolean =>
  new RegExp(`\\b${coding}\\b(?!;\\s*q=0(\\.0*)?\\b(?!\\.))`).test(String(request.headers['accept-encoding'] ?? ''));

/** Sends a page, packed as the browser takes it; 304 when it has the very same already. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  reply
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag)
    .type('text/html; charset=utf-8');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag) return reply.status(304).send();
  if (accepts(request, 'br')) return reply.header('content-encoding', 'br').send(page.br);
  if (accepts(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(page.gzip);
  return reply.send(page.html);
}
