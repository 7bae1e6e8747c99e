import { documentErrors } from '@lanka/domain/documents/contract';
import { guardDraftDeletion } from '../orders';
import { hasDocuments } from './documents.store';

/** An issued number may not vanish, so a draft with documents stays; orders ask through this, standing below. */
export function registerDocumentGuards(): void {
  guardDraftDeletion(async (tx, scope, orderId) => {
    if (await hasDocuments(tx, scope, orderId)) throw documentErrors.order_has_documents();
  });
}
