import { listAllVariants } from '@lanka/domain/catalog/contract';
import { call } from '../kit/http/call';
import type { Command } from '../kit/palette/palette';
import type { Session } from '../kit/session';

/** The palette's search, loaded with the first question. */
export async function findVariants(q: string, { project }: Session, signal: AbortSignal): Promise<readonly Command[]> {
  if (!project) return [];
  const params = { project_id: project.friendly_id };
  const { items } = await call(listAllVariants, { params, query: { q, limit: 8 }, signal });
  return items.map((variant) => ({
    id: variant.id,
    label:
      variant.name && variant.name !== variant.product_name
        ? `${variant.product_name}, ${variant.name}`
        : variant.product_name,
    hint: [variant.sku, variant.code].filter(Boolean).join(' · '),
    to: `/cp/products/${variant.product_id}`,
  }));
}
