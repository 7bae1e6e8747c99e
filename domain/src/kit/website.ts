import { z } from 'zod';

/** Names of the country's Cyrillic domain (.укр) come as `xn--…`; a bare number or a name of a local network does not. */
const HOST = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+([a-z]{2,}|xn--[a-z\d-]+)$/i;

/** `example.ua` as people type it becomes `https://example.ua`; what has a scheme keeps it. */
function complete(typed: string): string {
  return typed === '' || /^[a-z][a-z\d+-]*:/i.test(typed) ? typed : `https://${typed}`;
}

/**
 * The address of a website, `http` or `https`; the scheme may be left out. A script behind a link is refused, and so
 * is a name before the host, which only makes one site look like another.
 */
export const Website = z
  .string()
  .trim()
  .max(300)
  .overwrite(complete)
  .pipe(z.url({ protocol: /^https?$/, hostname: HOST, error: 'website.format' }))
  .refine((address) => !/^[^/]*\/\/[^/?#]*@/.test(address), { error: 'website.format' });
