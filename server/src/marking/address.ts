import { createHash, timingSafeEqual } from 'node:crypto';
import { redirectTo } from '@lanka/domain/marking/rules';
import type { Config } from '../kit/platform/config';

/**
 * Internal codes follow one another, so the page behind one also asks for a key that cannot be guessed: 60 bits made of
 * the id of the modification, of which a stranger learns nothing and which stays as long as the label does.
 */
export const keyOf = (product_variant_id: string): string =>
  createHash('sha256').update(`label ${product_variant_id}`).digest('base64url').slice(0, 10);

export function isKeyOf(product_variant_id: string, given: string): boolean {
  const right = Buffer.from(keyOf(product_variant_id));
  const asked = Buffer.from(given);
  return right.length === asked.length && timingSafeEqual(right, asked);
}

interface Marked {
  readonly id: string;
  readonly code: string;
}

/** What a QR of this modification says: the supplier's own page when one is set, else ours. */
export function qrText(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  friendly_id: string,
  redirect_url: string | null,
  { id, code }: Marked,
): string {
  if (redirect_url !== null) return redirectTo(redirect_url, code);
  return `${publicUrl}/q/${encodeURIComponent(friendly_id)}/${encodeURIComponent(code)}/${keyOf(id)}`;
}
