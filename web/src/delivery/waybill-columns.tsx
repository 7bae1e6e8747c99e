import type { WaybillRow } from '@lanka/domain/delivery/contract';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import type { Column } from '../kit/list/DataTable';
import { useText } from '../kit/text';
import { numberOf } from '../orders';
import { text, trackStatus, waybillStatus } from './text';

/** How waybills are shown in lists: of all, and of a register. */
export function useWaybillColumns(): Column<WaybillRow>[] {
  const t = useText(text);
  const orderOf = (row: WaybillRow) => `№ ${numberOf(row)}${row.parcel === null ? '' : `, ${t.parcel(row.parcel)}`}`;
  return [
    {
      id: 'ttn',
      title: t.ttn,
      render: (row) => (
        <>
          <span className="nowrap figures">{row.ttn ?? '–'}</span>
          <Aside onlyTable>{orderOf(row)}</Aside>
        </>
      ),
    },
    // beside the ТТН and a status it would be cut off on a phone
    { id: 'order', title: '', only: 'card', card: 'line', render: orderOf },
    {
      id: 'recipient',
      title: t.recipient,
      cut: true,
      share: 2,
      card: 'line',
      render: (row) => row.recipient_name,
    },
    { id: 'place', title: t.place, cut: true, share: 3, render: (row) => row.place },
    {
      id: 'state',
      title: t.track,
      card: 'corner',
      render: (row) =>
        row.state === 'made' && row.kind ? (
          <StatusBadge table={trackStatus} value={row.kind} />
        ) : (
          <StatusBadge table={waybillStatus} value={row.is_unsure ? 'unsure' : row.state} />
        ),
    },
    {
      id: 'cod',
      title: t.cod,
      align: 'right',
      render: (row) => (
        <>
          {row.cod_sum > 0 ? <Money kopecks={row.cod_sum} className="nowrap" /> : '–'}
          {row.owner_name !== null && (
            <Aside>
              <span title={t.ownRow(row.owner_name)}>{row.cod_sum > 0 ? t.ownPaid : t.ownKeyShort}</span>
            </Aside>
          )}
        </>
      ),
    },
    {
      id: 'cost',
      title: t.cost,
      align: 'right',
      card: 'end',
      render: (row) => (row.cost === null ? '–' : <Money kopecks={row.cost} className="nowrap" />),
    },
    {
      id: 'created',
      title: t.created,
      sort: 'created_at',
      render: (row) => <DateTime at={row.created_at} />,
    },
  ];
}
