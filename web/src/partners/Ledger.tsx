import { PostingPurpose } from '@lanka/domain/ledger/contract';
import * as contract from '@lanka/domain/partners/contract';
import { Aside, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { PostingDay, PostingTitle } from './postings';
import { purposeNames, text } from './text';

/** The counterparty's account: every posting, newest first, with the balance after it. */
export function Ledger({ counterparty }: { counterparty: Pick<contract.Counterparty, 'id'> }) {
  const t = useText(text);
  const purposes = useText(purposeNames);
  const project_id = useProjectId();
  const list = useList(contract.readCounterpartyLedger, { params: { project_id, id: counterparty.id } });
  return (
    <DataTable
      label={t.account}
      list={list}
      rowKey={(row) => row.id}
      columns={[
        {
          id: 'operation',
          title: t.operation,
          cut: true,
          share: 2,
          render: (row) => (
            <>
              <PostingTitle posting={row} />
              {row.comment && <Aside>{row.comment}</Aside>}
            </>
          ),
        },
        { id: 'date', title: t.date, card: 'line', render: (row) => <PostingDay posting={row} /> },
        { id: 'who', title: t.who, cut: true, card: 'line', render: (row) => row.actor.name ?? t.system },
        {
          id: 'change',
          title: t.change,
          align: 'right',
          card: 'corner',
          render: (row) => <Money kopecks={row.change} signed />,
        },
        {
          id: 'after',
          title: t.after,
          align: 'right',
          card: 'end',
          render: (row) => <Money kopecks={row.balance_after} />,
        },
      ]}
      tools={
        <>
          <SearchField list={list} placeholder={t.searchPostings} />
          <Filters
            list={list}
            fields={[
              {
                name: 'purpose',
                label: t.purpose,
                kind: 'choices',
                options: PostingPurpose.options.map((value) => ({ value, label: purposes[value] })),
              },
              { name: 'from', label: t.from, kind: 'date' },
              { name: 'to', label: t.to, kind: 'date' },
            ]}
          />
        </>
      }
      empty={<EmptyState drawing="money" title={t.noPostings} text={t.noPostingsText} />}
    />
  );
}
