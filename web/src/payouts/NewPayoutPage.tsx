import * as contract from '@lanka/domain/payouts/contract';
import { Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Aside, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { PayoutDraft } from './PayoutDraft';
import { text } from './text';

/** Who has money here: chosen ones go into a register, each with all that is available or less. */
export function NewPayoutPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const list = useList(contract.listCandidates, { params: { project_id } });
  const [chosen, setChosen] = useState<readonly contract.Candidate[] | null>(null);
  return (
    <Page list title={t.create} crumbs={[{ to: '/cp/payouts', label: t.title }]} subtitle={t.createText}>
      <DataTable
        id="payout-candidates"
        label={t.candidates}
        list={list}
        rowKey={(row) => row.counterparty_id}
        wraps
        bulk={[
          {
            label: t.create,
            icon: IconCash,
            run: (rows) => setChosen(rows.filter(({ available }) => available > 0).slice(0, contract.MAX_PAYOUT_ROWS)),
          },
        ]}
        columns={[
          {
            id: 'name',
            title: t.counterparty,
            cut: true,
            share: 2,
            render: (row) => <CounterpartyLink id={row.counterparty_id} name={row.name} />,
          },
          {
            id: 'recipient',
            title: t.recipient,
            cut: true,
            share: 3,
            card: 'line',
            render: (row) => (
              <>
                {row.recipient_name || '–'}
                <Aside>{row.iban}</Aside>
                {row.problems.length > 0 && (
                  <Text span size="sm" c="var(--text-negative)" display="block">
                    {row.problems.map((problem) => t.missing[problem]).join(', ')}
                  </Text>
                )}
              </>
            ),
          },
          {
            id: 'balance',
            title: t.balance,
            sort: 'balance',
            align: 'right',
            render: (row) => <Money kopecks={row.balance} className="nowrap" />,
          },
          {
            id: 'planned',
            title: t.planned,
            align: 'right',
            render: (row) => (row.waiting === 0 ? '–' : <Money kopecks={row.waiting} className="nowrap" />),
          },
          {
            id: 'reserved',
            title: t.reserved,
            align: 'right',
            render: (row) => (row.reserved === 0 ? '–' : <Money kopecks={row.reserved} className="nowrap" />),
          },
          {
            id: 'available',
            title: t.waiting,
            align: 'right',
            card: 'end',
            render: (row) => <Money kopecks={Math.max(0, row.available)} className="nowrap" />,
          },
        ]}
        tools={<SearchField list={list} placeholder={t.search} />}
        empty={<EmptyState drawing="money" title={t.noCandidates} text={t.noCandidatesText} />}
      />
      {chosen && (
        <PayoutDraft
          candidates={chosen}
          close={() => setChosen(null)}
          made={(payout) => navigate(`/cp/payouts/${payout.id}`)}
        />
      )}
    </Page>
  );
}
