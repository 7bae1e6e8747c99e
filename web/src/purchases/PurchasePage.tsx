import * as contract from '@lanka/domain/purchases/contract';
import { Anchor, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { CopyButton as CopyIcon, KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Count, DateTime, Money, Phone } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { numberOf, operatorNames, orderPath, orderStatus } from '../orders';
import { text } from './text';
import { ownTitleOf, skusOf } from './words';

export function PurchasePage() {
  const t = useText(text);
  const { id = '' } = useParams();
  const query = useCall(contract.readPurchase, { params: { id } });
  const purchase = query.data;
  const crumbs = [{ to: '/cp/purchases', label: t.purchases }];
  if (!purchase)
    return (
      <Page title={t.purchases} crumbs={crumbs}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return (
    <Page
      title={t.purchase(purchase.number)}
      crumbs={crumbs}
      subtitle={
        <>
          {t.ordersCount(purchase.orders.length)} · <DateTime at={purchase.created_at} />
        </>
      }
      side={<Side purchase={purchase} />}
    >
      {purchase.orders.map((order) => (
        <OrderPart key={order.id} order={order} />
      ))}
      <Tracking purchase={purchase} />
    </Page>
  );
}

function Side({ purchase }: { purchase: contract.Purchase }) {
  const t = useText(text);
  const operators = useText(operatorNames);
  const { delivery } = purchase;
  return (
    <Stack gap="md">
      <KeyFacts
        title={t.money}
        facts={[
          { label: t.payCost, value: <Money kopecks={purchase.sum} /> },
          { label: t.customerPays, value: <Money kopecks={purchase.customer_sum} /> },
          { label: t.onDelivery, value: <Money kopecks={purchase.cod_sum} />, hidden: purchase.payment !== 'cod' },
          { label: t.earning, value: <Money kopecks={purchase.earning} signed fw={600} /> },
          { label: t.payment, value: t.paid[purchase.payment] },
        ]}
      />
      <KeyFacts
        title={t.customer}
        facts={[
          { label: t.customer, value: purchase.customer_name },
          { label: t.phone, value: <Phone number={purchase.customer_phone} />, hidden: !purchase.customer_phone },
        ]}
      />
      <KeyFacts
        title={t.delivery}
        facts={[
          { label: t.delivery, value: operators[delivery.operator] },
          { label: t.recipient, value: delivery.recipient_name, hidden: delivery.recipient_name === '' },
          { label: t.town, value: delivery.town, hidden: delivery.town === '' },
          { label: t.address, value: delivery.address, hidden: delivery.address === '' },
        ]}
      />
    </Stack>
  );
}

type PurchasedOrder = contract.Purchase['orders'][number];

function OrderPart({ order }: { order: PurchasedOrder }) {
  const t = useText(text);
  return (
    <Section
      title={
        <Anchor component={Link} to={orderPath(order.id, order.project_id)} inherit>
          {`${order.project_title}, № ${numberOf(order)}`}
        </Anchor>
      }
      action={<StatusBadge table={orderStatus} value={order.status} />}
      flush
    >
      <LineTable>
        <thead>
          <tr>
            <th scope="col">{t.product}</th>
            <LineHeads names={[t.count, t.amount, t.forCustomerHead]} />
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <td className="line-name">
                <Group gap="sm" wrap="nowrap" align="flex-start">
                  <Thumbnail url={item.thumbnail_url} />
                  <div>
                    <Text className="wrap-anywhere">{ownTitleOf(item)}</Text>
                    <Text size="sm" c="dimmed" className="wrap-anywhere">
                      {skusOf(item).join(' · ')}
                    </Text>
                  </div>
                </Group>
              </td>
              <LineCell label={t.count}>
                <Count value={item.count} unit={item.unit} />
              </LineCell>
              <LineCell label={t.amount}>
                <Money kopecks={item.amount} className="nowrap" />
              </LineCell>
              <LineCell label={t.forCustomerHead}>
                <Money kopecks={item.customer_amount} className="nowrap" />
              </LineCell>
            </tr>
          ))}
        </tbody>
      </LineTable>
      <Stack gap={6} px="md" py="sm">
        {order.shipments.map((parcel) => (
          <Group key={parcel.number} gap={6}>
            <Text c="dimmed">{t.parcel(parcel.number)}:</Text>
            {parcel.ttn ? (
              <>
                <Text span className="figures">
                  {parcel.ttn}
                </Text>
                <CopyIcon value={parcel.ttn} label={t.copied} />
              </>
            ) : (
              <Text span c="dimmed">
                {t.noTtn}
              </Text>
            )}
            {parcel.sent_at && (
              <Text span c="dimmed">
                {t.parcelSent} <DateTime at={parcel.sent_at} />
              </Text>
            )}
          </Group>
        ))}
        <Group justify="flex-end" gap="lg" style={{ rowGap: 4 }}>
          <Figure label={t.paySupplier} kopecks={order.sum} />
          {order.cod_figures ? (
            <Figure label={t.paid.cod} kopecks={order.cod_figures.sum} />
          ) : (
            <Figure label={t.customerPays} kopecks={order.customer_sum} />
          )}
          {order.status === 'Canceled' ? (
            <Text c="dimmed">{t.canceled}</Text>
          ) : (
            <Figure label={t.earning} kopecks={order.earning} signed />
          )}
        </Group>
      </Stack>
    </Section>
  );
}

function Figure({ label, kopecks, signed = false }: { label: string; kopecks: number; signed?: boolean }) {
  return (
    <Text span>
      <Text span c="dimmed">
        {label}:
      </Text>{' '}
      <Money kopecks={kopecks} signed={signed} className="nowrap" fw={600} />
    </Text>
  );
}

/** The pages of its orders side by side, to be sent to the customer together. */
function Tracking({ purchase }: { purchase: contract.Purchase }) {
  const t = useText(text);
  const make = useAction(contract.makePurchaseLinks);
  const links = purchase.orders.flatMap(({ tracking_url }) => tracking_url ?? []);
  const missing = links.length < purchase.orders.length;
  return (
    <Section title={t.tracking}>
      <Stack gap="sm">
        <Text c="dimmed">{t.trackingText}</Text>
        {links.map((url) => (
          <Anchor key={url} href={url} target="_blank" rel="noreferrer" size="sm" className="wrap-anywhere">
            {url}
          </Anchor>
        ))}
        <Group gap="sm">
          {missing && (
            <Button
              variant="default"
              leftSection={<IconLink size={18} />}
              loading={make.isPending}
              onClick={() => make.mutate({ params: { id: purchase.id }, body: {} })}
            >
              {t.makeLinks}
            </Button>
          )}
          {links.length > 0 && (
            <CopyButton value={links.join('\n')}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
                  onClick={copy}
                >
                  {copied ? t.copied : t.copyLinks}
                </Button>
              )}
            </CopyButton>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
