import type { VariantRecord } from '@lanka/domain/catalog/contract';
import type { LookupAnswer } from '@lanka/domain/marking/contract';
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { GoodsName, goodsOf, titleOf } from '../../catalog';
import { StatusBadge } from '../../kit/display/status';
import { Count, Money } from '../../kit/display/values';
import { useScans } from '../../kit/scan/modes';
import { signal } from '../../kit/scan/signal';
import { Waiting } from '../../kit/scan/Waiting';
import { useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { orderStatus } from '../../orders';
import { useLookups } from './lookups';
import { Place } from './Place';
import { text } from './text';

interface Found {
  id: string;
  answer: LookupAnswer;
}

const MOST_SHOWN = 20;

/** What is this? The newest answer large, those before it below. */
export function LookUp() {
  const t = useText(text);
  const [found, setFound] = useState<readonly Found[]>([]);
  const queue = useLookups('lookup', {
    onSent(answer, { id }) {
      signal('ok');
      setFound((before) => [{ id, answer }, ...before].slice(0, MOST_SHOWN));
    },
    onRefused: () => signal('wrong'),
  });
  useScans(queue.add);
  const [latest, ...earlier] = found;
  return (
    <Stack gap="md">
      <Waiting scans={queue.scans} remove={queue.remove} />
      {queue.choices}
      {latest ? <Answer key={latest.id} answer={latest.answer} /> : <Text c="dimmed">{t.nothingScanned}</Text>}
      {earlier.length > 0 && (
        <section>
          <Title order={2} size="h5" mb="xs">
            {t.earlier}
          </Title>
          <Stack gap="xs">
            {earlier.map(({ id, answer }) => (
              <Anchor key={id} component={Link} to={pathOf(answer)} inherit className="wrap-anywhere">
                {answer.kind === 'order' ? t.order(answer.order.number) : titleOf(goodsOf(answer.product_variant))}
              </Anchor>
            ))}
          </Stack>
        </section>
      )}
    </Stack>
  );
}

const pathOf = (answer: LookupAnswer): string =>
  answer.kind === 'order' ? `/cp/orders/${answer.order.id}` : `/cp/products/${answer.product_variant.product_id}`;

/** What was sent is picked no more: what the customer has brought back is scanned. */
const isShipped = (status: OrderStatus): boolean => status === 'Sent' || status === 'Complete';

function Answer({ answer }: { answer: LookupAnswer }) {
  const t = useText(text);
  if (answer.kind === 'product_variant') return <Variant variant={answer.product_variant} />;
  const { id, number, status, counterparty_name, customer_name } = answer.order;
  return (
    <Paper withBorder p="md" radius="md" role="status">
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h4">
          {t.order(number)}
        </Title>
        <StatusBadge table={orderStatus} value={status} />
      </Group>
      <Text className="wrap-anywhere" mb="md">
        {[counterparty_name, customer_name].filter(Boolean).join(' · ')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Button component={Link} to={`/cp/orders/${id}`} variant="default" size="md" px="xs">
          {t.openOrder}
        </Button>
        {isShipped(status) ? (
          <Button component={Link} to={`/cp/returns/new?order=${id}`} size="md" px="xs">
            {t.returnOrder}
          </Button>
        ) : (
          <Button component={Link} to={`/cp/scan?mode=pick&order=${id}`} size="md">
            {t.pickOrder}
          </Button>
        )}
      </SimpleGrid>
    </Paper>
  );
}

function Variant({ variant }: { variant: VariantRecord }) {
  const t = useText(text);
  const { can } = useSession();
  const facts = [
    {
      label: t.place,
      value: can('products.place') ? <Place variant={variant} /> : variant.place,
      hidden: !variant.place && !can('products.place'),
    },
    { label: t.actual, value: <Count value={variant.actual} unit={variant.unit} />, hidden: variant.actual === null },
    { label: t.available, value: <Count value={variant.available} unit={variant.unit} /> },
    { label: t.price, value: <Money kopecks={variant.price} /> },
    { label: t.recommended, value: <Money kopecks={variant.recommended_price} /> },
    { label: t.codeOf, value: <span className="figures">{variant.code}</span>, hidden: variant.code === null },
  ];
  return (
    <Paper withBorder p="md" radius="md" role="status">
      <GoodsName item={goodsOf(variant)} />
      <dl className="facts">
        {facts
          .filter(({ hidden }) => !hidden)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Group grow mt="md">
        <Button component={Link} to={`/cp/products/${variant.product_id}`} variant="default" size="md" px="xs">
          {t.openProduct}
        </Button>
        {can('marking.print') && (
          <Button component={Link} to={`/cp/labels?variants=${variant.id}`} variant="default" size="md" px="xs">
            {t.printLabels}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
