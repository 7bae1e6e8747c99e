import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useKnownRoute } from '../kit/page/routes';
import { useSession } from '../kit/session';
import { remember } from '../kit/storage';
import { useText } from '../kit/text';
import { Done } from './drawings';
import type { Path } from './steps';
import { text } from './text';

/** What may come next (specification §2.5): products or statistics; for a dropshipper his own workspace. */
export function FinalStep({ path }: { path: Path }) {
  const t = useText(text);
  const known = useKnownRoute();
  const { user, project, switchTo } = useSession();
  const owned = user.projects.find(({ role }) => role === 'Owner');
  // who worked elsewhere before (for a supplier, as a dropshipper) is brought into his own project
  const enter = owned && owned.id !== project?.id ? () => remember('lastProjectId', owned.id) : null;
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
            <Way to="/cp/products" label={t.toProducts} enter={enter} />
            <Way
              to={known('/cp/statistics') ? '/cp/statistics' : '/cp/orders'}
              label={known('/cp/statistics') ? t.toStatistics : t.toOrders}
              enter={enter}
              variant="default"
            />
          </>
        )}
      </Group>
    </Stack>
  );
}

interface WayProps {
  to: string;
  label: string;
  /** Changes the workspace, which takes a reload (specification §4, Project selection). */
  enter: (() => void) | null;
  variant?: string;
}

const Way = ({ to, label, enter, variant = 'filled' }: WayProps) =>
  enter ? (
    <Button size="md" variant={variant} component="a" href={to} onClick={enter}>
      {label}
    </Button>
  ) : (
    <Button size="md" variant={variant} component={Link} to={to}>
      {label}
    </Button>
  );
