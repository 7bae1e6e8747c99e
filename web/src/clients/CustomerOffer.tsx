import { formatPercent } from '@lanka/domain/kit/money';
import { Phone } from '@lanka/domain/kit/phone';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { type CustomerOfferProps, operatorNames } from '../orders';
import { clientCalls } from './calls';
import { RefusedBadge } from './RefusedBadge';
import { text } from './text';

const TYPING_MS = 250;

/** In the form of an order, under the phone: who is known by it, and what of his can be filled in. */
export function CustomerOffer({ projectId, role, form }: CustomerOfferProps) {
  const t = useText(text);
  const names = useText(operatorNames);
  const { find } = clientCalls(role === 'Client');
  const { customer, delivery, customer_discount } = form.watch();
  const typed = Phone.safeParse(customer?.phone ?? '');
  const [phone] = useDebouncedValue(typed.success ? typed.data : '', TYPING_MS);
  const [taken, setTaken] = useState('');
  const asked = phone !== '' && typed.success && typed.data === phone;
  const known = useCall(find, { params: { project_id: projectId }, query: { phone } }, { enabled: asked }).data;
  if (!asked || !known || (!known.client && !known.last_delivery)) return null;
  const { client, last_name, last_delivery, refusals_count } = known;
  const name = client?.name ?? last_name;
  const take = () => {
    form.setValue('customer.name', name);
    if (client?.email && !customer?.email) form.setValue('customer.email', client.email);
    if (last_delivery && !delivery?.address) {
      form.setValue('delivery.operator', last_delivery.operator);
      form.setValue('delivery.town', last_delivery.town);
      form.setValue('delivery.address', last_delivery.address);
      form.setValue('delivery.city_ref', last_delivery.city_ref ?? '');
      form.setValue('delivery.branch_ref', last_delivery.branch_ref ?? '');
      form.setValue('delivery.door', last_delivery.door);
      form.setValue('delivery.recipient_name', last_delivery.recipient_name || name);
      form.setValue('delivery.recipient_phone', last_delivery.recipient_phone ?? phone);
    }
    // of several discounts the largest holds; the server sees to it as well
    const given = Number(customer_discount) || 0;
    if (client && client.discount > given) form.setValue('customer_discount', client.discount);
    setTaken(phone);
  };
  return (
    <Alert variant="light" color="blue" icon={<IconUser />} title={client ? t.client : t.known}>
      <Group justify="space-between" gap="sm">
        <div>
          <RefusedBadge count={refusals_count} />
          <Text className="wrap-anywhere">
            {client ? (
              <Anchor component={Link} to={`/cp/clients/${client.id}`} target="_blank" underline="always">
                {name}
              </Anchor>
            ) : (
              name
            )}
            {client && client.discount > 0 && ` · ${t.discountOf(formatPercent(client.discount))}`}
          </Text>
          {last_delivery && (
            <Text size="sm" className="wrap-anywhere">
              {[names[last_delivery.operator], last_delivery.address].filter(Boolean).join(', ')}
            </Text>
          )}
          {client?.comment && (
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {client.comment}
            </Text>
          )}
        </div>
        {taken === phone ? (
          <Text size="sm" role="status">
            {t.taken}
          </Text>
        ) : (
          <Button size="xs" variant="default" onClick={take}>
            {t.take}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
