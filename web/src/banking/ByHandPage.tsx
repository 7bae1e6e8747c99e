import * as contract from '@lanka/domain/banking/contract';
import { Aside, DateOnly, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { Frame } from './Frame';
import { text } from './text';

/** `/cp/integrations/banking/by-hand`: what stands on the account bank without a row of a statement. */
export function ByHandPage() {
  const t = useText(text);
  const list = useList(contract.listHandPayments, { params: { project_id: useProjectId() } });
  return (
    <Frame subtitle={t.byHandText}>
      <DataTable
        id="bank-by-hand"
        label={t.byHand}
        list={list}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'party',
            title: t.party,
            cut: true,
            share: 2,
            render: ({ counterparty_id, counterparty_name, comment }) => (
              <>
                <CounterpartyLink id={counterparty_id} name={counterparty_name} />
                {comment && <Aside>{comment}</Aside>}
              </>
            ),
          },
          { id: 'date', title: t.day, sort: 'date', card: 'line', render: ({ date }) => <DateOnly date={date} /> },
          { id: 'type', title: t.type, card: 'line', render: ({ type }) => t.types[type] },
          { id: 'by', title: t.enteredBy, cut: true, render: ({ created_by }) => created_by },
          {
            id: 'amount',
            title: t.amount,
            align: 'right',
            card: 'end',
            render: ({ type, amount }) => (
              <Money kopecks={type === 'receipt' ? amount : -amount} signed className="figures nowrap" />
            ),
          },
        ]}
        empty={<EmptyState drawing="money" title={t.noByHand} text={t.noByHandText} />}
      />
    </Frame>
  );
}
