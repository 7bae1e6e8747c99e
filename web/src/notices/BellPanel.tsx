import { listNotices } from '@lanka/domain/notices/contract';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '../kit/http/query';
import { EmptyState, Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { NoticeList } from './NoticeList';
import { ReadAll } from './ReadAll';
import { text } from './text';

const SHOWN = 10;

/** The newest, read and unread. */
export function BellPanel({ close }: { close: () => void }) {
  const t = useText(text);
  const newest = useCall(listNotices, { query: { limit: SHOWN } });
  return (
    <>
      <Group justify="space-between" wrap="nowrap" className="bell-head">
        <Text fw={600}>{t.title}</Text>
        <ReadAll notices={newest.data?.items} />
      </Group>
      <div className="bell-list">
        <Loaded query={newest}>
          {({ items }) =>
            items.length > 0 ? (
              <NoticeList notices={items} opened={close} />
            ) : (
              <EmptyState drawing="mail" title={t.empty} text={t.emptyText} />
            )
          }
        </Loaded>
      </div>
      <Anchor component={Link} to="/cp/notices" onClick={close} className="bell-foot">
        {t.showAll}
      </Anchor>
    </>
  );
}
