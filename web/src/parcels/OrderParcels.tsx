/** On the page of an order: its parcels, each with what is in it, its ТТН and how it is sent. */
import './parcels.css';
import { formatMoney } from '@lanka/domain/kit/money';
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/parcels/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconPackages } from '@tabler/icons-react';
import { useState } from 'react';
import { GoodsName } from '../catalog';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { ActionButton } from '../kit/page/page';
import { useText } from '../kit/text';
import { numberOf, type OrderPanelProps, TtnInPlace } from '../orders';
import { SplitDialog } from './SplitDialog';
import { parcelStatus, text } from './text';

export function OrderParcels({ projectId, role, order }: OrderPanelProps) {
  const t = useText(text);
  const [isSplitting, setSplitting] = useState(false);
  const found = useCall(contract.listParcels, { params: { project_id: projectId, id: order.id } });
  if (!found.data) return null;
  const { items, may } = found.data;
  const isSplit = items.length > 0;
  const unsent = items.reduce((sum, { sent_at, pieces }) => sum + (sent_at ? 0 : pieces), 0);
  // one piece goes in one parcel
  const action = may.split && (!isSplit || unsent > 1) && (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconPackages size={16} />}
      onClick={() => setSplitting(true)}
    >
      {isSplit ? t.change : t.split}
    </Button>
  );
  if (!isSplit && !may.split) return null;
  return (
    <>
      <Section title={t.title} action={action} {...(isSplit ? { flush: true } : { empty: t.whole })}>
        {items.map((parcel) => (
          <OneParcel
            key={parcel.id}
            projectId={projectId}
            order={order}
            parcel={parcel}
            maySend={may.send}
            mayName={order.editable.details && can(role, 'orders.edit')}
          />
        ))}
      </Section>
      {isSplitting && (
        <SplitDialog projectId={projectId} order={order} parcels={items} close={() => setSplitting(false)} />
      )}
    </>
  );
}

interface OneParcelProps extends Pick<OrderPanelProps, 'projectId' | 'order'> {
  parcel: contract.Parcel;
  maySend: boolean;
  mayName: boolean;
}

function OneParcel({ projectId, order, parcel, maySend, mayName }: OneParcelProps) {
  const t = useText(text);
  const { number, sent_at, cod } = parcel;
  const params = { project_id: projectId, order_id: order.id, id: parcel.id };
  const name = useAction(contract.updateParcel, { success: t.ttnSaved });
  return (
    <section className="parcel" aria-label={t.one(number)}>
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Text fw={600}>{t.one(number)}</Text>
          <StatusBadge table={parcelStatus} value={sent_at ? 'sent' : 'waits'} />
          {sent_at && (
            <Text size="sm" c="dimmed" component="span">
              <DateTime at={sent_at} />
              {parcel.sent_by?.name && ` · ${parcel.sent_by.name}`}
            </Text>
          )}
        </Group>
        <TtnInPlace
          label={t.ttn(number)}
          ttn={parcel.ttn}
          mayEdit={mayName}
          isSaving={name.isPending}
          save={(ttn, done) => name.mutate({ params, body: { ttn } }, { onSuccess: done })}
        />
      </Group>
      <ul className="parcel-goods">
        {order.items.map((item) => {
          const part = parcel.items.find(({ order_item_id }) => order_item_id === item.id);
          return (
            part && (
              <li key={item.id}>
                <GoodsName item={item} />
                <Count value={part.count} unit={item.unit} />
              </li>
            )
          );
        })}
      </ul>
      {cod && (
        <Text size="sm">
          {t.cod[cod.state](formatMoney(cod.received ?? cod.sum))}
          {cod.state !== 'refused' && (
            <Text span c="dimmed">
              {t.codRest(formatMoney(cod.received_fee ?? cod.fee), formatMoney(cod.cost), formatMoney(cod.earning))}
            </Text>
          )}
        </Text>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {t.content(parcel.pieces, formatMoney(parcel.amount))}
        </Text>
        {!sent_at && maySend && <SendParcel projectId={projectId} order={order} parcel={parcel} />}
      </Group>
    </section>
  );
}

function SendParcel({ projectId, order, parcel }: Pick<OneParcelProps, 'projectId' | 'order' | 'parcel'>) {
  const t = useText(text);
  const ask = useConfirm();
  const { number, refusal, warning, last, pieces, amount, cod } = parcel;
  const send = useAction(contract.sendParcel, { success: t.sent(number) });
  const press = async () => {
    const answer = await ask({
      title: t.sendTitle(number, numberOf(order)),
      effects: [
        ...(warning ? [warning.message] : []),
        t.ships(pieces),
        t.charges(order.counterparty_name, formatMoney(amount)),
        ...(cod ? [t.collects(formatMoney(cod.sum))] : []),
        last ? t.lastSends : t.othersStay,
      ],
      irreversible: t.irreversible,
      confirmLabel: t.send,
    });
    if (answer) send.mutate({ params: { project_id: projectId, order_id: order.id, id: parcel.id } });
  };
  return (
    <ActionButton
      label={t.send}
      loading={send.isPending}
      disabledReason={refusal?.message}
      onClick={() => void press()}
    />
  );
}
