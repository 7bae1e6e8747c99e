/** On the page of an order: the waybill of each of its parcels, and where they are. */
import * as contract from '@lanka/domain/delivery/contract';
import { can } from '@lanka/domain/kit/permissions';
import { OPEN_STATUSES } from '@lanka/domain/orders/machine';
import { listParcels } from '@lanka/domain/parcels/contract';
import { Alert, Anchor, Button, Group, Loader, Menu, Stack, Text } from '@mantine/core';
import { IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { WaitNote } from '../integrations';
import { CopyButton, Section } from '../kit/display/facts';
import { download } from '../kit/http/download';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { type OrderPanelProps, operatorNames } from '../orders';
import { OneTrack } from './OneTrack';
import { PlanFacts } from './PlanFacts';
import { type PartWaybill, Planned } from './Planned';
import { text } from './text';
import { WaybillDialog } from './WaybillDialog';

export function OrderDelivery({ projectId, role, order }: OrderPanelProps) {
  const t = useText(text);
  const names = useText(operatorNames);
  const isSplit = order.parcels > 0;
  const parcels = useCall(listParcels, { params: { project_id: projectId, id: order.id } }, { enabled: isSplit });
  const tracking = useCall(contract.readTracking, { params: { project_id: projectId, id: order.id } });
  const refresh = useAction(contract.refreshTracking, { success: t.refreshed });
  const parts = isSplit ? (parcels.data?.items ?? []).map(({ id, number }) => ({ id, number })) : [null];
  const isOpen = OPEN_STATUSES.includes(order.status);
  const asks = order.delivery.operator === 'nova_poshta' && (isOpen || order.delivery.ttn !== null);
  return (
    <Section title={order.delivery.operator === 'nova_poshta' ? t.waybill : names[order.delivery.operator]}>
      <Stack gap="lg">
        {asks &&
          parts.map((part) => (
            <OnePart key={part?.id ?? 'whole'} projectId={projectId} role={role} order={order} part={part} />
          ))}
        {tracking.data?.items.map((track) => (
          <OneTrack
            key={`${track.parcel_id} ${track.ttn}`}
            projectId={projectId}
            orderId={order.id}
            mayDecide={can(role, 'delivery.decide')}
            track={track}
          />
        ))}
        {asks && tracking.data?.items.some(({ kind }) => kind !== 'received') && (
          <Group>
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconRefresh size={16} />}
              loading={refresh.isPending}
              onClick={() => refresh.mutate({ params: { project_id: projectId, id: order.id } })}
            >
              {t.refresh}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

interface PartProps extends OrderPanelProps {
  part: { id: string; number: number } | null;
}

const UNDER_WAY: readonly contract.WaybillState[] = ['asked', 'changing', 'removing'];
const POLL_MS = 2_000;

function OnePart({ projectId, role, order, part }: PartProps) {
  const t = useText(text);
  const args = {
    params: { project_id: projectId, id: order.id },
    query: part ? { parcel: part.id } : {},
  };
  const known = useCall(contract.readWaybill, args);
  const isUnderWay =
    known.data?.waybill != null && UNDER_WAY.includes(known.data.waybill.state) && !known.data.waybill.is_unsure;
  const { data } = useCall(contract.readWaybill, args, { refetchInterval: isUnderWay ? POLL_MS : false });
  const connection = useCall(
    contract.readConnection,
    { params: { project_id: projectId } },
    { enabled: can(role, 'delivery.read') && data !== undefined && !data.waybill && !data.plan },
  );
  if (!data) return <Loader size="sm" />;
  const { waybill } = data;
  const { own_key } = data;
  const mayBeOwn = OPEN_STATUSES.includes(order.status) && !order.delivery.ttn;
  if (!waybill && !data.plan && own_key !== null && own_key !== 'off' && own_key !== 'ready' && mayBeOwn)
    return (
      <Text>
        {own_key === 'not_ready' ? t.ownUnready : t.ownInvite}{' '}
        <Anchor component={Link} to={`/cp/delivery/own?project=${projectId}`}>
          {t.ownToKey}
        </Anchor>
      </Text>
    );
  if (!waybill && !data.plan) {
    if (connection.data?.connection !== null || order.delivery.ttn || !can(role, 'delivery.edit')) return null;
    return (
      <Text>
        {t.notConnected}{' '}
        <Anchor component={Link} to="/cp/delivery/nova-poshta">
          {t.toSettings}
        </Anchor>
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {part && <Text fw={600}>{t.waybillOf(part.number)}</Text>}
      {waybill && <Known projectId={projectId} order={order} part={part} data={data} waybill={waybill} />}
      {data.plan && <Planned projectId={projectId} order={order} part={part} data={data} plan={data.plan} />}
    </Stack>
  );
}

interface KnownProps extends PartWaybill {
  waybill: contract.Waybill;
}

function Known({ projectId, order, part, data, waybill }: KnownProps) {
  const t = useText(text);
  const ask = useConfirm();
  const [isChanging, setChanging] = useState(false);
  const params = { project_id: projectId, id: order.id };
  const query = part ? { parcel: part.id } : {};
  const remove = useAction(contract.removeWaybill);
  const make = useAction(contract.makeWaybill);
  const { state, ttn, error } = waybill;
  const onNotThere = async () => {
    const effects = data.is_left ? t.leftEffects : t.notThereEffects;
    const question = { title: t.notThereTitle, effects, confirmLabel: t.notThere };
    if (await ask(question)) remove.mutate({ params, query });
  };
  if (waybill.is_unsure)
    return (
      <Alert color="orange" title={t.unsure}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{error?.message}</Text>
          {data.may.remove && (
            <Button variant="default" loading={remove.isPending} onClick={() => void onNotThere()}>
              {t.notThere}
            </Button>
          )}
        </Stack>
      </Alert>
    );
  if (UNDER_WAY.includes(state))
    return (
      <Stack gap={4} role="status">
        <Group gap="sm">
          <Loader size="sm" />
          <Text>{underWay(t, waybill)}</Text>
          {data.may.make && (
            <Button
              variant="default"
              size="compact-md"
              loading={make.isPending}
              onClick={() => make.mutate({ params, body: query })}
            >
              {t.again}
            </Button>
          )}
        </Group>
        <WaitNote wait={data.wait} />
      </Stack>
    );
  if (state === 'refused')
    return (
      <Alert color="red" title={t.refused}>
        {error?.message}
      </Alert>
    );
  const onRemove = async () => {
    const [title, effects] = data.is_left
      ? [t.removeLeftTitle, t.removeLeftEffects(ttn ?? '')]
      : [t.removeTitle, t.removeEffects(ttn ?? '')];
    const question = { title, effects, confirmLabel: t.remove };
    if (await ask({ ...question, danger: true })) remove.mutate({ params, query });
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Group gap={4}>
          <Text fw={600} className="figures">
            {ttn}
          </Text>
          {ttn && <CopyButton value={ttn} />}
        </Group>
        <Group gap="xs">
          {(data.own_key === null || waybill.is_own) && (
            <LabelMenu projectId={projectId} orderId={order.id} parcel={part?.id} />
          )}
          {data.may.change && (
            <Button variant="default" size="compact-md" onClick={() => setChanging(true)}>
              {t.change}
            </Button>
          )}
          {data.may.remove && (
            <Button
              variant="default"
              size="compact-md"
              color="red"
              loading={remove.isPending}
              onClick={() => void onRemove()}
            >
              {t.remove}
            </Button>
          )}
        </Group>
      </Group>
      {error && (
        <Alert color="orange" title={t.refusedChange}>
          {error.message}
        </Alert>
      )}
      {data.problems.length > 0 && (
        <Alert color="yellow">
          <Stack gap="sm" align="flex-start">
            {data.problems.map(({ code, message }) => (
              <Text size="sm" key={code}>
                {message}
              </Text>
            ))}
            {data.may.make && (
              <Button variant="default" loading={make.isPending} onClick={() => make.mutate({ params, body: query })}>
                {t.putBack}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {waybill.register_id && (
        <Anchor component={Link} to={`/cp/delivery/registers/${waybill.register_id}`} size="sm">
          {t.inRegister}
        </Anchor>
      )}
      <PlanFacts plan={waybill.plan} cost={waybill.cost} arrives={waybill.arrives_on} />
      {waybill.is_own && (
        <Text size="sm" c="dimmed">
          {data.own_key === null ? t.byHisKey : t.byYourKey}
        </Text>
      )}
      {isChanging && (
        <WaybillDialog
          projectId={projectId}
          orderId={order.id}
          parcel={part?.id}
          plan={waybill.plan}
          isMade
          close={() => setChanging(false)}
        />
      )}
    </Stack>
  );
}

function underWay(t: typeof text.ua, { state, ttn }: contract.Waybill): string {
  if (state === 'removing') return ttn ? t.removing : t.looking;
  return state === 'asked' ? t.making : t.changing;
}

function LabelMenu({ projectId, orderId, parcel }: { projectId: string; orderId: string; parcel: string | undefined }) {
  const t = useText(text);
  const [isBusy, setBusy] = useState(false);
  const save = async (format: (typeof contract.LABEL_FORMATS)[number]) => {
    setBusy(true);
    const query = { format, ...(parcel ? { parcel } : {}) };
    await download(contract.readLabel, { params: { project_id: projectId, id: orderId }, query }).catch(notifyError);
    setBusy(false);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" size="compact-md" leftSection={<IconPrinter size={16} />} loading={isBusy}>
          {t.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {contract.LABEL_FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
