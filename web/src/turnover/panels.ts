import { hook } from '@lanka/domain/kit/hooks';
import type { Icon } from '../kit/page/page';
import type { Session } from '../kit/session';
import type { Texts } from '../kit/text';

/** What can be done with a document on a page of a slice above. */
export interface DocumentTool {
  id: string;
  label: Texts<string>;
  icon: Icon;
  visible: (session: Session) => boolean;
  to: (documentId: string) => string;
}

export const documentTool = hook<DocumentTool>('turnover.document_tool');
