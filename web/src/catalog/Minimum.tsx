import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Explain } from '../kit/display/facts';
import { Count } from '../kit/display/values';
import { useKnownRoute } from '../kit/page/routes';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

const PROPOSALS = '/cp/replenishment';

interface MinimumProps {
  /** Of a modification, so called. */
  name: string;
  product_id: string;
  minimum: number;
  /** As it stands where it is shown; the number alone unless told. */
  children?: ReactNode;
}

/** The least that shall lie there: somebody has set it, and it says what to order. */
export function Minimum({ name, product_id, minimum, children = <Count value={minimum} /> }: MinimumProps) {
  const t = useText(text);
  const { can } = useSession();
  const known = useKnownRoute();
  return (
    <Explain value={children} title={`${t.minimum}: ${name}`}>
      <Text>{t.minimumMeans}</Text>
      {can('products.edit') && (
        <Anchor component={Link} to={`/cp/products/${product_id}/edit`}>
          {t.setMinimum}
        </Anchor>
      )}
      {known(PROPOSALS) && can('replenishment.read') && (
        <Anchor component={Link} to={PROPOSALS}>
          {t.whatToOrder}
        </Anchor>
      )}
    </Explain>
  );
}
