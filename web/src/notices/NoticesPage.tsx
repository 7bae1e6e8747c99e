import { AREAS } from '@lanka/domain/kit/notice_areas';
import { listNotices, type Notice } from '@lanka/domain/notices/contract';
import { Button, Group, Switch } from '@mantine/core';
import { Link } from 'react-router';
import { StatusTabs } from '../kit/display/status';
import { usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { NoticeList } from './NoticeList';
import { ReadAll } from './ReadAll';
import { text } from './text';

/** `/cp/notices`: what happened in all projects of the user. */
export function NoticesPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const state = useListState(listNotices.query);
  const { area, unread } = state.values;
  const list = usePages<Notice>(listNotices, { query: { ...state.filters } });
  const areas = Object.entries(AREAS).map(([value, words]) => ({ value, label: words[locale] }));
  return (
    <Page title={t.title}>
      <StatusTabs list={{ state }} name="area" options={[{ value: '', label: t.all }, ...areas]} />
      <Group justify="space-between">
        <Switch
          label={t.onlyUnread}
          checked={unread === 'true'}
          onChange={({ currentTarget }) => state.set({ unread: currentTarget.checked ? 'true' : null })}
        />
        <Group gap="xs">
          {!area && <ReadAll notices={list.data} />}
          <Button component={Link} to="/cp/notices/settings" size="compact-sm" variant="subtle">
            {t.choose}
          </Button>
        </Group>
      </Group>
      <Loaded query={list}>
        {(items) =>
          items.length > 0 ? (
            <NoticeList notices={items} />
          ) : unread ? (
            <EmptyState drawing="mail" title={t.nothingNew} text={t.nothingNewText} />
          ) : (
            <EmptyState drawing="mail" title={t.empty} text={t.emptyText} />
          )
        }
      </Loaded>
      <MoreRows list={list} />
    </Page>
  );
}
