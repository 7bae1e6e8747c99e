import * as contract from '@lanka/domain/delivery/contract';
import { Button } from '@mantine/core';
import { IconClipboardList, IconPrinter, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { download } from '../kit/http/download';
import { DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { orderPath } from '../orders';
import { RegisterDialog } from './RegisterDialog';
import { text, waybillStatus } from './text';
import { useWaybillColumns } from './waybill-columns';

/** `/cp/delivery`: the waybills, the newest first; labels of those that are chosen. */
export function WaybillsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const { locale } = useLocale();
  const columns = useWaybillColumns();
  const [chosen, setChosen] = useState<readonly contract.WaybillRow[]>([]);
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
      secondary={
        <Button component={Link} to="/cp/delivery/registers" variant="default">
          {t.registers}
        </Button>
      }
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
            ? [
                ...contract.LABEL_FORMATS.map((format) => ({
                  label: t.formats[format],
                  icon: IconPrinter,
                  run: (rows: readonly contract.WaybillRow[], done: () => void) => void print(rows, format, done),
                })),
                { label: t.toRegister, icon: IconClipboardList, run: (rows) => setChosen(rows) },
              ]
            : []
        }
        columns={columns}
        tools={
          <Filters
            list={list}
            fields={[
              { name: 'open', label: t.onlyOpen, kind: 'flag' },
              { name: 'free', label: t.onlyFree, kind: 'flag' },
              {
                ...{ name: 'state', label: t.state, kind: 'choices' },
                options: contract.WAYBILL_STATES.map((value) => ({ value, label: waybillStatus[value][locale] })),
              },
            ]}
          />
        }
        empty={<EmptyState drawing="orders" title={t.none} text={t.noneText} />}
      />
      {chosen.length > 0 && <RegisterDialog rows={chosen} close={() => setChosen([])} />}
    </Page>
  );
}
