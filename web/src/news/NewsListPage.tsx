import * as contract from '@lanka/domain/news/contract';
import { Modal, Text } from '@mantine/core';
import { IconPlus, IconRefreshDot } from '@tabler/icons-react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { useOpened } from '../kit/page/opened';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { SettingsForm } from './SettingsForm';
import { newsStatus, text } from './text';

/** `/cp/news` of a supplier. */
export function NewsListPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const prefetch = usePrefetch();
  const settings = useOpened('settings');
  const list = useList(contract.listNews, { params: { project_id } });
  const mayEdit = can('news.edit');
  const create = { label: t.write, icon: IconPlus, to: '/cp/news/new' };
  const columns: Column<contract.NewsRow>[] = [
    { id: 'title', title: t.heading, cut: true, share: 3, render: ({ title }) => title },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ status }) => <StatusBadge table={newsStatus} value={status} />,
    },
    { id: 'audience', title: t.audience, card: 'line', render: ({ audience }) => t.audiences[audience] },
    {
      id: 'read',
      title: t.read,
      align: 'right',
      card: 'end',
      render: ({ status, read, reaches }) =>
        status === 'draft' || status === 'scheduled' ? '–' : <span className="figures">{t.readOf(read, reaches)}</span>,
    },
    {
      id: 'when',
      title: t.when,
      card: 'line',
      render: ({ published_at, publish_at, created_at, status }) => (
        <DateTime at={status === 'scheduled' ? publish_at : (published_at ?? created_at)} />
      ),
    },
    {
      id: 'author',
      title: t.author,
      cut: true,
      render: ({ author, by_itself }) => (by_itself ? t.byItself : (author.name ?? '–')),
    },
  ];
  return (
    <Page
      list
      title={t.forDropshippers}
      action={mayEdit && create}
      menu={[{ label: t.writesItself, icon: IconRefreshDot, onClick: settings.open }]}
    >
      <StatusTabs list={list} name="status" table={newsStatus} all={t.all} />
      <DataTable
        id="news"
        label={t.forDropshippers}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/news/${id}`}
        rowHover={({ id }) => prefetch(contract.readNews, { params: { project_id, id } })}
        tab="status"
        empty={
          <EmptyState
            drawing="mail"
            title={t.empty}
            text={t.emptyText}
            action={mayEdit && <ActionButton {...create} />}
          />
        }
      />
      <Modal opened={settings.opened} onClose={settings.close} title={t.writesItself} size="lg" centered>
        <Text mb="md">{t.writesItselfText}</Text>
        <SettingsForm close={settings.close} mayEdit={mayEdit} />
      </Modal>
    </Page>
  );
}
