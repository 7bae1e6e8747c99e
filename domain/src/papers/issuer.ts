import { z } from 'zod';

/** Whose paper it is: the manufacturer's own, or one that a dropshipper gives to the end customer. */
export const DocumentIssuer = z.enum(['manufacturer', 'dropshipper']);
export type DocumentIssuer = z.infer<typeof DocumentIssuer>;
