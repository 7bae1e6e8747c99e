import * as contract from '@lanka/domain/delivery/contract';
import { IconPrinter, IconSettings } from '@tabler/icons-react';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { download } from '../kit/http/download';
import { DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { numberOf, orderPath } from '../orders';
import { text, trackStatus, waybillStatus } from './text';

/** `/cp/delivery`: the waybills, the newest first; labels of those that are chosen. */
export function WaybillsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const { locale } = useLocale();
  const list = useList(contract.listWaybills, { params: { project_id } });
  /** A file for each hundred: the carrier puts no more into one. */
  const print = async (
    rows: readonly contract.WaybillRow[],
    format: (typeof contract.LABEL_FORMATS)[number],
    done: () => void,
  ) => {
    const ids = rows.map(({ id }) => id);
    try {
      for (let at = 0; at < ids.length; at += contract.MAX_AT_ONCE) {
        const waybill_ids = ids.slice(at, at + contract.MAX_AT_ONCE);
        await download(contract.printLabels, { params: { project_id }, body: { waybill_ids, format } });
      }
      done();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Page
      list
      title={t.title}
      action={can('delivery.edit') && { label: t.toSettings, to: '/cp/delivery/nova-poshta', icon: IconSettings }}
    >
      <DataTable
        id="waybills"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => orderPath(row.order_id, null)}
        bulk={
          can('delivery.make')
            ? contract.LABEL_FORMATS.map((format) => ({
                label: t.print(t.formats[format]),
                icon: IconPrinter,
                run: (rows: readonly contract.WaybillRow[], done: () => void) => void print(rows, format, done),
              }))
            : []
        }
        columns={[
          {
            id: 'ttn',
            title: t.ttn,
            render: (row) => (
              <>
                <span className="nowrap figures">{row.ttn ?? '–'}</span>
                <Aside>
                  № {numberOf(row)}
                  {row.parcel !== null && `, ${t.parcel(row.parcel)}`}
                </Aside>
              </>
            ),
          },
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
            render: (row) => (row.cod_sum > 0 ? <Money kopecks={row.cod_sum} className="nowrap" /> : '–'),
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
        ]}
        tools={
          <Filters
            list={list}
            fields={[
              { name: 'open', label: t.onlyOpen, kind: 'flag' },
              {
                ...{ name: 'state', label: t.state, kind: 'choices' },
                options: contract.WAYBILL_STATES.map((value) => ({ value, label: waybillStatus[value][locale] })),
              },
            ]}
          />
        }
        empty={<EmptyState drawing="orders" title={t.none} text={t.noneText} />}
      />
    </Page>
  );
}
