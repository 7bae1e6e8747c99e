import * as contract from '@lanka/domain/promotions/contract';
import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ProductPanelProps } from '../catalog';
import { Section } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Discount, Period } from './PromotionsPage';
import { text } from './text';

const SHOWN = 10;

/** What takes off this product now, for who looks at it; nothing where nothing does. */
export function OfProduct({ projectId, product }: ProductPanelProps) {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const query = { product_id: product.id, state: 'active' as const, limit: SHOWN };
  const found = useCall(contract.listPromotions, { params: { project_id: projectId }, query });
  if (product.deleted || !found.data?.items.length) return null;
  return (
    <Section title={t.title}>
      <Stack gap="sm">
        {found.data.items.map((promotion) => (
          <Group key={promotion.id} justify="space-between" gap="xs">
            <div>
              <Anchor
                component={Link}
                to={`/cp/promotions/${promotion.id}${isDropshipping ? `?project=${projectId}` : ''}`}
                className="wrap-anywhere"
              >
                {promotion.title}
              </Anchor>
              <Text size="sm" c="dimmed">
                <Period promotion={promotion} />
              </Text>
            </div>
            <Group gap="sm">
              {promotion.affects_all || promotion.promo_code === null ? null : <Code>{promotion.promo_code}</Code>}
              <Discount promotion={promotion} />
            </Group>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
