import { eq } from 'drizzle-orm';
import { filesOf } from '../attachments';
import { productFiles } from './tables';

export const files = filesOf(productFiles, 'product_id');

/** For those who may see no others. */
export const sharedOnly = eq(productFiles.shared, true);
