import { documentErrors } from '@lanka/domain/documents/contract';
import { on } from '@lanka/domain/kit/hooks';
import { draftDeletion } from '../orders';
import { hasDocuments } from './documents.store';

/** An issued number may not vanish, so a draft with documents stays. */
export const keepDraftsWithDocuments = on(draftDeletion, async (tx, scope, orderId) => {
  if (await hasDocuments(tx, scope, orderId)) throw documentErrors.order_has_documents();
});
