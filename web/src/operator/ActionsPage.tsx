import * as contract from '@lanka/domain/operator/contract';
import { DateTime } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, UserLink } from './parts';
import { deedNames, text } from './text';

export const ActionsPage = () => (
  <OnlyStaff>
    <Actions />
  </OnlyStaff>
);

function Actions() {
  const t = useText(text);
  const deeds = useText(deedNames);
  const list = useList(contract.listActions, {});
  return (
    <Page list title={t.actions}>
      <OperatorTabs />
      <DataTable
        id="operator-actions"
        label={t.actions}
        list={list}
        rowKey={(row) => row.id}
        columns={useColumns()}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchActions} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'deed',
                  label: t.deed,
                  kind: 'choice',
                  options: contract.OPERATOR_DEEDS.map((value) => ({ value, label: deeds[value] })),
                },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="search" title={t.noActions} />}
      />
    </Page>
  );
}

function useColumns(): Column<contract.OperatorAction>[] {
  const t = useText(text);
  const deeds = useText(deedNames);
  return [
    { id: 'deed', title: t.deed, render: ({ deed }) => deeds[deed] },
    {
      id: 'subject',
      title: t.subject,
      cut: true,
      card: 'line',
      render: ({ subject }) => subject || '–',
    },
    {
      id: 'note',
      title: t.note,
      cut: true,
      card: 'line',
      render: ({ note }) => note || '–',
    },
    { id: 'by', title: t.by, cut: true, render: ({ by }) => <UserLink user={by} /> },
    {
      id: 'created_at',
      title: t.when,
      sort: 'created_at',
      card: 'corner',
      render: ({ created_at }) => <DateTime at={created_at} />,
    },
  ];
}
