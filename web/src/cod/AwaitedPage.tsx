import * as contract from '@lanka/domain/cod/contract';
import { IconTruckDelivery } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { Aside, DateTime, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf, orderPath } from '../orders';
import { CounterpartyLink } from '../partners';
import { Frame } from './Frame';
import { text } from './text';

const AGES = ['7', '14', '30'] as const;

/** Orders whose money the carrier still has, the longest first; chosen ones go into a register. */
export function AwaitedPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const { can } = useSession();
  const list = useList(contract.listAwaited, { params: { project_id } });
  return (
    <Frame>
      <DataTable
        id="cod-awaited"
        label={t.awaited}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => orderPath(row.order_id, null)}
        bulk={
          can('cod.settle')
            ? [
                {
                  label: t.settleChosen,
                  icon: IconTruckDelivery,
                  run: (rows) => {
                    const refs = rows
                      .slice(0, contract.MAX_COD_ROWS)
                      .map(({ number, parcel }) => (parcel === null ? number : `${number}/${parcel}`));
                    void navigate(`/cp/cod/registers/new?orders=${refs.join(',')}`);
                  },
                },
              ]
            : []
        }
        columns={[
          {
            id: 'number',
            title: t.order,
            render: (row) => (
              <>
                <span className="nowrap figures">№ {numberOf(row)}</span>
                {(row.parcel !== null || row.ttn) && (
                  <Aside>{[row.parcel !== null && t.parcel(row.parcel), row.ttn].filter(Boolean).join(', ')}</Aside>
                )}
              </>
            ),
          },
          {
            id: 'counterparty',
            title: t.counterparty,
            cut: true,
            share: 2,
            card: 'line',
            render: (row) => <CounterpartyLink id={row.counterparty_id} name={row.counterparty_name} />,
          },
          { id: 'customer', title: t.customer, cut: true, share: 2, render: (row) => row.customer_name },
          {
            id: 'shipped',
            title: t.sent,
            sort: 'shipped_at',
            card: 'corner',
            render: (row) => (
              <>
                {t.days(row.days)}
                <Aside onlyTable>
                  <DateTime at={row.shipped_at} />
                </Aside>
              </>
            ),
          },
          {
            id: 'sum',
            title: t.sum,
            align: 'right',
            card: 'end',
            render: (row) => <Money kopecks={row.sum} className="nowrap" />,
          },
          {
            id: 'fee',
            title: t.fee,
            align: 'right',
            render: (row) => <Money kopecks={row.fee} className="nowrap" />,
          },
          {
            id: 'earning',
            title: t.earning,
            align: 'right',
            render: (row) => <Money kopecks={row.earning} signed className="nowrap" />,
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'days',
                  label: t.age,
                  kind: 'choice',
                  options: AGES.map((days) => ({ value: days, label: t.olderThan(Number(days)) })),
                },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="money" title={t.nothingAwaited} text={t.nothingAwaitedText} />}
      />
    </Frame>
  );
}
