import { countUnreadNews } from '@lanka/domain/news/contract';
import { useCall } from '../kit/http/query';
import { useSession } from '../kit/session';
import type { CountProps } from '../kit/slice';

/** How many news items of his suppliers a dropshipper has not read. */
export function Unread({ show }: CountProps) {
  const { isDropshipping } = useSession();
  const { unread = 0 } = useCall(countUnreadNews, {}, { enabled: isDropshipping, staleTime: 60_000 }).data ?? {};
  return show(unread);
}
