import { z } from 'zod';
import { Actor, Id, Instant } from '../kit/ids';

/** A file that belongs to something: an order, a product, a document. */
export const AttachedFile = z.object({
  id: Id,
  name: z.string(),
  /** Valid for one hour. */
  url: z.string(),
  author: Actor,
  created_at: Instant,
});
export type AttachedFile = z.infer<typeof AttachedFile>;
