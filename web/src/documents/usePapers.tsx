import { type IssuedDocument, listDocuments } from '@lanka/domain/documents/contract';
import { can } from '@lanka/domain/kit/permissions';
import { useState } from 'react';
import { usePages } from '../kit/http/query';
import type { OrderPanelProps } from '../orders';
import { IssueDialog } from './IssueDialog';

/** Papers at a time. */
const PAGE = 20;

/**
 * The papers of an order, the newest first, and the dialog that issues another. The button in the heading and the part
 * of the page ask for the same ones, which are read once.
 */
export function usePapers({ projectId, role, order }: OrderPanelProps) {
  const [issuing, setIssuing] = useState(false);
  const mayIssue = can(role, 'documents.issue');
  const params = { project_id: projectId, id: order.id };
  return {
    list: usePages<IssuedDocument>(listDocuments, { params, query: { limit: PAGE } }),
    mayIssue,
    issuing,
    issue: () => setIssuing(true),
    dialog: mayIssue && (
      <IssueDialog projectId={projectId} order={order} role={role} opened={issuing} onClose={() => setIssuing(false)} />
    ),
  };
}
