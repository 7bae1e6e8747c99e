import { hook } from '@lanka/domain/kit/hooks';
import type { Icon } from '../kit/page/page';
import type { Texts } from '../kit/text';

/** What a slice above does with a request, from the menu of its page. */
export interface RequestTool {
  id: string;
  label: Texts<string>;
  icon: Icon;
  run: (projectId: string, requestId: string) => Promise<void>;
}

export const requestTool = hook<RequestTool>('manufacture.request_tool');
