import * as contract from '@lanka/domain/delivery/contract';
import { Alert, List } from '@mantine/core';
import { IconArrowBackUp, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { download } from '../kit/http/download';
import { useAction, useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { orderPath } from '../orders';
import { registerStatus, text } from './text';
import { useWaybillColumns } from './waybill-columns';

const POLL_MS = 2_000;

/** `/cp/delivery/registers/:id`: what is in it; it is printed, added to, taken from and deleted. */
export function RegisterPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const { can } = useSession();
  const ask = useConfirm();
  const navigate = useNavigate();
  const params = { project_id, id };
  const known = useCall(contract.readRegister, { params });
  const isWaiting = (known.data?.waiting ?? 0) > 0;
  const register = useCall(contract.readRegister, { params }, { refetchInterval: isWaiting ? POLL_MS : false });
  const remove = useAction(contract.removeRegister, {
    success: t.registerRemoved,
    onSuccess: () => void navigate('/cp/delivery/registers'),
  });
  const { data } = register;
  const may = can('delivery.make') && data !== undefined && data.state !== 'removing' && data.state !== 'removed';
  const onRemove = async () => {
    const question = { title: t.registerRemove, effects: t.registerRemoveEffects, confirmLabel: t.registerRemove };
    if (await ask({ ...question, danger: true })) remove.mutate({ params });
  };
  return (
    <Page
      list
      title={data ? t.registerOf(data.number) : t.register}
      crumbs={[
        { to: '/cp/delivery', label: t.title },
        { to: '/cp/delivery/registers', label: t.registers },
      ]}
      status={data && <StatusBadge table={registerStatus} value={data.state} />}
      action={
        may &&
        data.number !== null && {
          label: t.registerPrint,
          icon: IconPrinter,
          onClick: () => void download(contract.printRegister, { params }).catch(notifyError),
        }
      }
      menu={[
        { label: t.registerMore, icon: IconPlus, to: '/cp/delivery?open=true&free=true', hidden: !may },
        { label: t.registerRemove, icon: IconTrash, onClick: () => void onRemove(), danger: true, hidden: !may },
      ]}
    >
      <Loaded query={register}>
        {(loaded: contract.Register) => (
          <>
            {loaded.error && (
              <Alert color="orange" title={t.refusedChange} mb="md">
                {loaded.error.message}
              </Alert>
            )}
            {loaded.refused.length > 0 && (
              <Alert color="orange" title={t.registerLeft} mb="md">
                <List size="sm">
                  {loaded.refused.map(({ ttn, message }) => (
                    <List.Item key={ttn}>
                      {ttn}: {message}
                    </List.Item>
                  ))}
                </List>
              </Alert>
            )}
            <Inside id={id} mayTake={may} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Inside({ id, mayTake }: { id: string; mayTake: boolean }) {
  const t = useText(text);
  const project_id = useProjectId();
  const columns = useWaybillColumns();
  const list = useList(contract.listWaybills, { params: { project_id }, fixed: { register: id } });
  const take = useAction(contract.takeFromRegister);
  return (
    <DataTable
      id="register-waybills"
      label={t.waybillCount}
      list={list}
      rowKey={(row) => row.id}
      rowLink={(row) => orderPath(row.order_id, null)}
      bulk={
        mayTake
          ? [
              {
                label: t.registerTake,
                icon: IconArrowBackUp,
                run: (rows, done) =>
                  take.mutate(
                    { params: { project_id, id }, body: { waybill_ids: rows.map((row) => row.id) } },
                    { onSuccess: done },
                  ),
              },
            ]
          : []
      }
      columns={columns}
      empty={<EmptyState drawing="orders" title={t.registerEmpty} text={t.registerEmptyText} />}
    />
  );
}
