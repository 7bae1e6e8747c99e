import { hook } from '@lanka/domain/kit/hooks';
import type { Return } from '@lanka/domain/returns/contract';
import type { Icon } from '../kit/page/page';
import type { Session } from '../kit/session';
import type { Texts } from '../kit/text';

/** What a slice above does with a return, from the menu of its page. */
export interface ReturnTool {
  id: string;
  label: Texts<string>;
  icon: Icon;
  visible: (session: Session, found: Return) => boolean;
  run: (projectId: string, found: Return) => Promise<void>;
}

export const returnTool = hook<ReturnTool>('returns.tool');
