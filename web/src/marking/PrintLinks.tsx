import { Button, Group, Text } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ProductPanelProps } from '../catalog';
import { Section } from '../kit/display/facts';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { text } from './text';

/** On the page of a product. */
export function ProductLabels({ product }: ProductPanelProps) {
  const t = useText(text);
  if (product.deleted || product.variants.length === 0) return null;
  return (
    <Section title={t.labels}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">{t.panelText}</Text>
        <Button
          component={Link}
          to={`/cp/labels?products=${product.id}`}
          variant="default"
          leftSection={<IconQrcode size={18} />}
        >
          {t.toPrint}
        </Button>
      </Group>
    </Section>
  );
}

/** In the strip of an order. */
export function OrderLabels({ order }: OrderPanelProps) {
  const t = useText(text);
  return (
    <Button
      component={Link}
      to={`/cp/labels?order=${order.id}`}
      variant="default"
      leftSection={<IconQrcode size={18} />}
    >
      {t.labels}
    </Button>
  );
}
