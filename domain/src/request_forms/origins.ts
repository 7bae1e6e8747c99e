import { z } from 'zod';
import { fieldMessage } from '../kit/field-messages';
import { Website } from '../kit/website';

/** Where developers try a page out. */
const LOCAL = /^http:\/\/localhost(:\d{1,5})?(?=[/?#]|$)/i;
const USUAL_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `https://shop.example.com` of any address of that site, as a browser says it: no path, no port that goes without saying. */
export function originOf(address: string): string | null {
  const local = LOCAL.exec(address)?.[0];
  const known = local ?? Website.safeParse(address).data;
  const [, scheme = '', host = '', port] = /^(https?:)\/\/([^/:?#]+)(?::(\d+))?/i.exec(known ?? '') ?? [];
  if (!host) return null;
  const isUsual = port === undefined || port === USUAL_PORT[scheme.toLowerCase()];
  return `${scheme}//${host}${isUsual ? '' : `:${port}`}`.toLowerCase();
}

/** The origin of a site, from any address of it. */
export const Origin = z
  .string()
  .trim()
  .max(200)
  .overwrite((typed) => originOf(typed) ?? typed)
  .refine((value) => originOf(value) === value, {
    error: fieldMessage('request_forms.origin', {
      ua: 'Адреса сайту: https://shop.example.com',
      en: 'the address of a site: https://shop.example.com',
    }),
  });
