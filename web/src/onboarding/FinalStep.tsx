import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useKnownRoute } from '../kit/routes';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Done } from './drawings';
import type { Path } from './steps';
import { text } from './text';

/** What may come next (specification §2.5): products or statistics; for a dropshipper his own workspace. */
export function FinalStep({ path }: { path: Path }) {
  const t = useText(text);
  const known = useKnownRoute();
  const { switchTo } = useSession();
  return (
    <Stack align="center" gap="xl">
      <Done />
      <Group justify="center">
        {path === 'dropshipper' ? (
          <Button size="md" onClick={() => switchTo(DROPSHIPPING)}>
            {t.toDropshipping}
          </Button>
        ) : (
          <>
            <Button size="md" component={Link} to="/cp/products">
              {t.toProducts}
            </Button>
            <Button
              size="md"
              variant="default"
              component={Link}
              to={known('/cp/statistics') ? '/cp/statistics' : '/cp/orders'}
            >
              {known('/cp/statistics') ? t.toStatistics : t.toOrders}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
