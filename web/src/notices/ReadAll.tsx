import { countUnread, type Notice, readNotices } from '@lanka/domain/notices/contract';
import { Button } from '@mantine/core';
import { useAction, useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

/** Marks all that are there up to the newest one on the screen; what has come since stays unread. */
export function ReadAll({ notices }: { notices: readonly Notice[] | undefined }) {
  const t = useText(text);
  const read = useAction(readNotices);
  const { unread = 0 } = useCall(countUnread, {}, { staleTime: 60_000 }).data ?? {};
  const [newest] = notices ?? [];
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      disabled={unread === 0 || !newest}
      loading={read.isPending}
      onClick={() => newest && read.mutate({ body: { until: newest.at } })}
    >
      {t.readAll}
    </Button>
  );
}
