import { z } from 'zod';

/** A dropshipper's own word for a project: which of his suppliers. */
export const supplier = z.uuid().optional().describe('For a dropshipper’s key: the id of the supplier');
export const limit = z.int().min(1).max(100).default(20);
export const day = z.iso.date().optional();
