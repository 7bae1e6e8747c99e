import type { Client, ClientOrder, LastDelivery } from '@lanka/domain/clients/contract';
import { formatPhone } from '@lanka/domain/kit/phone';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconGitMerge, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime, Money, Percent, Phone } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { operatorNames, orderPath, orderStatus } from '../orders';
import { useClientCalls } from './calls';
import { MergeDialog } from './MergeDialog';
import { RefusedBadge } from './RefusedBadge';
import { text } from './text';

export function ClientPage() {
  const t = useText(text);
  const { read, project_id } = useClientCalls();
  const { id = '' } = useParams();
  const client = useCall(read, { params: { project_id, id } });
  if (client.data) return <Known client={client.data} />;
  return (
    <Page title={t.client} crumbs={[{ to: '/cp/clients', label: t.title }]}>
      <Loaded query={client}>{() => null}</Loaded>
    </Page>
  );
}

function Known({ client }: { client: Client }) {
  const t = useText(text);
  const { remove, project_id, mayEdit, isMine } = useClientCalls();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [merging, setMerging] = useState(false);
  const forget = useAction(remove, { success: t.deleted, onSuccess: () => void navigate('/cp/clients') });
  const askRemove = async () => {
    const question = {
      title: t.deleteTitle(client.name),
      effects: t.deleteEffects,
      irreversible: true,
      confirmLabel: t.delete,
      danger: true,
    };
    if (await confirm(question)) forget.mutate({ params: { project_id, id: client.id } });
  };
  return (
    <Page
      title={client.name}
      crumbs={[{ to: '/cp/clients', label: t.title }]}
      status={<RefusedBadge count={client.refusals_count} />}
      subtitle={formatPhone(client.phone)}
      action={mayEdit && { label: t.edit, icon: IconPencil, to: `/cp/clients/${client.id}/edit` }}
      menu={[
        { label: t.merge, icon: IconGitMerge, onClick: () => setMerging(true), hidden: !mayEdit },
        { label: t.delete, icon: IconTrash, onClick: () => void askRemove(), danger: true, hidden: !mayEdit },
      ]}
      side={<Facts client={client} />}
    >
      <Section title={t.orders} empty={client.orders.length === 0 && t.noOrders}>
        <Stack gap="sm">
          {client.orders.map((order) => (
            <OrderLine key={order.id} order={order} isMine={isMine} />
          ))}
        </Stack>
      </Section>
      <MergeDialog client={client} opened={merging} close={() => setMerging(false)} />
    </Page>
  );
}

function OrderLine({ order, isMine }: { order: ClientOrder; isMine: boolean }) {
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="sm">
        <Anchor component={Link} to={orderPath(order.id, isMine ? order.project_id : null)} className="nowrap">
          № {order.number}
        </Anchor>
        <StatusBadge table={orderStatus} value={order.status} />
      </Group>
      <Group gap="md">
        <Text size="sm" c="dimmed" component="span">
          <DateTime at={order.created_at} />
        </Text>
        <Money kopecks={order.customer_sum} />
      </Group>
    </Group>
  );
}

function Facts({ client }: { client: Client }) {
  const t = useText(text);
  return (
    <Stack gap="md">
      <KeyFacts
        facts={[
          { label: t.phone, value: <Phone number={client.phone} /> },
          {
            label: t.otherPhones,
            value: client.other_phones.map((phone) => (
              <div key={phone}>
                <Phone number={phone} />
              </div>
            )),
            hidden: client.other_phones.length === 0,
          },
          {
            label: t.email,
            value: (
              <Anchor href={`mailto:${client.email}`} className="wrap-anywhere">
                {client.email}
              </Anchor>
            ),
            hidden: !client.email,
          },
          { label: t.discount, value: <Percent part={client.discount} /> },
          { label: t.ordersCount, value: <Count value={client.orders_count} /> },
          { label: t.ordersSum, value: <Money kopecks={client.orders_sum} /> },
          { label: t.returns, value: <Count value={client.returns_count} />, hidden: client.returns_count === 0 },
          { label: t.refusals, value: <Count value={client.refusals_count} />, hidden: client.refusals_count === 0 },
          {
            label: t.lastOrder,
            value: <DateTime at={client.last_order_at} />,
            hidden: client.last_order_at === null,
          },
          {
            label: t.comment,
            value: (
              <span className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
                {client.comment}
              </span>
            ),
            hidden: !client.comment,
          },
          { label: t.since, value: <DateTime at={client.created_at} /> },
        ]}
      />
      {client.last_delivery && <Delivery delivery={client.last_delivery} />}
    </Stack>
  );
}

function Delivery({ delivery }: { delivery: LastDelivery }) {
  const t = useText(text);
  const names = useText(operatorNames);
  const { operator, recipient_name, recipient_phone, address } = delivery;
  return (
    <Section title={t.lastDelivery}>
      <Text>{names[operator]}</Text>
      <Text className="wrap-anywhere">{address}</Text>
      <Text size="sm" c="dimmed" component="div">
        {recipient_name} {recipient_phone && <Phone number={recipient_phone} />}
      </Text>
    </Section>
  );
}
