import * as contract from '@lanka/domain/cod/contract';
import { Aside, Count, DateOnly, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { operatorNames } from '../orders';
import { Frame } from './Frame';
import { text } from './text';

export function RegistersPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const list = useList(contract.listRegisters, { params: { project_id } });
  return (
    <Frame>
      <DataTable
        id="cod-registers"
        label={t.registers}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/cod/registers/${row.id}`}
        columns={[
          {
            id: 'number',
            title: t.register,
            sort: 'number',
            cut: true,
            share: 2,
            render: (row) => (
              <>
                <span className="nowrap figures">№ {row.number}</span>
                <Aside>
                  {operatorNames[locale][row.carrier]}, {row.carrier_number}
                </Aside>
              </>
            ),
          },
          { id: 'date', title: t.date, card: 'corner', render: (row) => <DateOnly date={row.date} /> },
          { id: 'rows', title: t.orders, align: 'right', render: (row) => <Count value={row.rows} /> },
          {
            id: 'total',
            title: t.collected,
            align: 'right',
            render: (row) => <Money kopecks={row.total} className="nowrap" />,
          },
          {
            id: 'net',
            title: t.net,
            align: 'right',
            card: 'end',
            render: (row) => <Money kopecks={row.total - row.fee} className="nowrap" />,
          },
          {
            id: 'received',
            title: t.money,
            card: 'line',
            render: (row) =>
              row.rows === 0 ? t.reversedWhole : row.received_on ? <DateOnly date={row.received_on} /> : t.notReceived,
          },
        ]}
        tools={<Filters list={list} fields={[{ name: 'open', label: t.onlyOwed, kind: 'flag' }]} />}
        empty={<EmptyState drawing="money" title={t.noRegisters} text={t.noRegistersText} />}
      />
    </Frame>
  );
}
