import * as contract from '@lanka/domain/catalogue/contract';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT } from '../operator';
import { text, verificationStatus } from './text';

export const ListingsPage = () => (
  <OnlyStaff>
    <Listings />
  </OnlyStaff>
);

/** `/cp/operator/catalogue`: who asked to be verified, and what became of it. */
function Listings() {
  const t = useText(text);
  const list = useList(contract.listListings, {});
  return (
    <Page list title={t.requests}>
      <OperatorTabs />
      <StatusTabs list={list} name="verification" table={verificationStatus} all={t.all} />
      <DataTable
        id="operator-catalogue"
        label={t.requests}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/catalogue/${row.id}`}
        columns={[
          {
            id: 'title',
            title: t.name,
            cut: true,
            render: ({ title, category }) => (
              <>
                {title}
                <Aside>{category}</Aside>
              </>
            ),
          },
          {
            id: 'requested_at',
            title: t.askedAt,
            sort: 'requested_at',
            card: 'line',
            render: (row) => <DateTime at={row.requested_at} />,
          },
          { id: 'listed', title: t.inCatalogue, card: 'line', render: ({ listed }) => (listed ? t.yes : t.no) },
          { id: 'visible', title: t.shownByOwner, render: ({ visible }) => (visible ? t.yes : t.no) },
          { id: 'hidden', title: t.hiddenFlag, render: ({ hidden }) => (hidden ? t.yes : t.no) },
          {
            id: 'complaints',
            title: t.openComplaints,
            align: 'right',
            card: 'end',
            render: ({ open_complaints }) => <Count value={open_complaints || null} />,
          },
          {
            id: 'verification',
            title: t.state,
            card: 'corner',
            render: ({ verification }) => <StatusBadge table={verificationStatus} value={verification} />,
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchProjects} />
            <Filters
              list={list}
              fields={[
                {
                  ...{ name: 'listed', label: t.inCatalogue, kind: 'choice' },
                  options: [
                    { value: 'true', label: t.yes },
                    { value: 'false', label: t.no },
                  ],
                },
                { name: 'hidden', label: t.hiddenFlag, kind: 'flag' },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="people" title={t.noRequests} text={t.noRequestsText} />}
      />
    </Page>
  );
}
