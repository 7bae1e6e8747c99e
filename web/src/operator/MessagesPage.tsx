import * as contract from '@lanka/domain/operator/contract';
import { MESSAGE_KINDS, type MessageKind } from '@lanka/domain/site/contract';
import { feedbackWords } from '@lanka/domain/site/rules';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { Contact, OnlyStaff, OperatorTabs, ROOT } from './parts';
import { kindNames, messageStatus, text } from './text';

export const MessagesPage = () => (
  <OnlyStaff>
    <Messages />
  </OnlyStaff>
);

function Messages() {
  const t = useText(text);
  const kinds = useText(kindNames);
  const list = useList(contract.listMessages, {});
  const { q, kind } = list.state.values;
  const counts = useCall(
    contract.countMessages,
    { query: { ...(q ? { q } : {}), ...(kind ? { kind: kind as MessageKind } : {}) } },
    { keepPrevious: true },
  ).data;
  const prefetch = usePrefetch();
  return (
    <Page list title={t.messages}>
      <OperatorTabs />
      <StatusTabs
        list={list}
        name="status"
        table={messageStatus}
        all={t.all}
        counts={counts ? { ...counts, '': counts.new + counts.done } : {}}
      />
      <DataTable
        id="operator-messages"
        label={t.messages}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/messages/${row.id}`}
        rowHover={(row) => prefetch(contract.readMessage, { params: { id: row.id } })}
        columns={useColumns()}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchMessages} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'kind',
                  label: t.kind,
                  kind: 'choice',
                  options: MESSAGE_KINDS.map((value) => ({ value, label: kinds[value] })),
                },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="mail" title={t.noMessages} text={t.noMessagesText} />}
      />
    </Page>
  );
}

function useColumns(): Column<contract.Message>[] {
  const t = useText(text);
  const kinds = useText(kindNames);
  return [
    {
      id: 'from',
      title: t.from,
      cut: true,
      render: ({ name }) => name,
    },
    { id: 'contact', title: t.contact, cut: true, render: ({ email_phone }) => <Contact value={email_phone} /> },
    { id: 'kind', title: t.kind, render: ({ kind }) => kinds[kind] },
    {
      id: 'words',
      title: t.words,
      cut: true,
      share: 2,
      card: 'line',
      render: ({ kind, comment }) => (kind === 'feedback' ? feedbackWords(comment) : comment) || '–',
    },
    {
      id: 'created_at',
      title: t.received,
      sort: 'created_at',
      card: 'end',
      render: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ status }) => <StatusBadge table={messageStatus} value={status} />,
    },
  ];
}
