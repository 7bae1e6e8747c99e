import { hook } from '@lanka/domain/kit/hooks';
import type { TurnoverDocument } from '@lanka/domain/turnover/contract';
import type { ComponentType } from 'react';
import type { Icon } from '../kit/page/page';
import type { Session } from '../kit/session';
import type { Texts } from '../kit/text';

/** What can be done with a document on a page of a slice above. */
export interface DocumentTool {
  id: string;
  label: Texts<string>;
  icon: Icon;
  visible: (session: Session, document: TurnoverDocument) => boolean;
  /** Where it leads, or what it does at once. */
  to?: (documentId: string) => string;
  run?: (projectId: string, document: TurnoverDocument) => Promise<void>;
}

export const documentTool = hook<DocumentTool>('turnover.document_tool');

/** A part of the page of a document that a slice above adds to it. */
export interface DocumentPanel {
  id: string;
  Component: ComponentType<{ document: TurnoverDocument }>;
  visible: (document: TurnoverDocument) => boolean;
}

export const documentPanel = hook<DocumentPanel>('turnover.document_panel');
