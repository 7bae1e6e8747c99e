import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { type Notice, readNotices } from '@lanka/domain/notices/contract';
import { Text, VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { DateTime } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';
import './notices.css';

interface NoticeListProps {
  notices: readonly Notice[];
  /** One of them was pressed. */
  opened?: () => void;
}

export function NoticeList({ notices, opened }: NoticeListProps) {
  const t = useText(text);
  const { project, isDropshipping, switchTo } = useSession();
  const read = useAction(readNotices, { quiet: true });
  const here = isDropshipping ? DROPSHIPPING : project?.id;
  const open = async (notice: Notice, event: MouseEvent) => {
    opened?.();
    const elsewhere = notice.workspace !== here;
    // a page of another workspace is loaded anew, which would cut off what marks the notice
    if (elsewhere) event.preventDefault();
    if (!notice.read) await read.mutateAsync({ body: { ids: [notice.id] } }).catch(() => undefined);
    if (elsewhere) switchTo(notice.workspace, notice.path);
  };
  return (
    <ul className="notice-list">
      {notices.map((notice) => (
        <li key={notice.id}>
          <Link
            to={notice.path}
            className="notice-line"
            data-unread={!notice.read || undefined}
            onClick={(event) => void open(notice, event)}
          >
            {!notice.read && <VisuallyHidden>{t.isNew}: </VisuallyHidden>}
            <Text span className="notice-title wrap-anywhere">
              {notice.title}
            </Text>
            {notice.text && (
              <Text span size="sm" className="notice-text wrap-anywhere">
                {notice.text}
              </Text>
            )}
            <Text span size="sm" c="dimmed" className="wrap-anywhere">
              {notice.project.title} · <DateTime at={notice.at} span inherit />
            </Text>
          </Link>
        </li>
      ))}
    </ul>
  );
}
