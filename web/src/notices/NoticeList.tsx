import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { type Notice, readNotices } from '@lanka/domain/notices/contract';
import { Text, VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { DateTime } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { inWorkspace } from '../kit/page/workspace';
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
  const { project, isDropshipping } = useSession();
  const read = useAction(readNotices, { quiet: true });
  const here = isDropshipping ? DROPSHIPPING : project?.id;
  const open = (notice: Notice, event: MouseEvent) => {
    if (!notice.read) read.mutate({ body: { ids: [notice.id] } });
    // in a tab of its own: here one looks on
    const isBeside = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!isBeside) opened?.();
  };
  // a page of another workspace is loaded anew
  const linkTo = ({ workspace, path }: Notice) =>
    workspace === here ? { to: path } : { to: inWorkspace(path, workspace), reloadDocument: true };
  return (
    <ul className="notice-list">
      {notices.map((notice) => (
        <li key={notice.id}>
          <Link
            {...linkTo(notice)}
            className="notice-line"
            data-unread={!notice.read || undefined}
            onClick={(event) => open(notice, event)}
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
