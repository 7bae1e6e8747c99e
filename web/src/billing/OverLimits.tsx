import { Usage } from '@lanka/domain/billing/contract';
import { planErrors } from '@lanka/domain/kit/plans';
import { Alert, Anchor, List } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CallError } from '../kit/call';
import { formatCount } from '../kit/format';
import { useText } from '../kit/text';
import { text } from './text';

/** The limits that forbid a smaller plan, when that is why the change was refused; else none. */
export function overLimits(error: unknown): Usage[] {
  if (!(error instanceof CallError) || error.code !== planErrors.over_limits.code) return [];
  return error.details.flatMap((detail) => {
    const usage = Usage.safeParse(detail);
    return usage.success ? [usage.data] : [];
  });
}

const PLACES = { collaborators: '/cp/users', products: '/cp/products', product_variants: '/cp/products' } as const;

/** What is over the limits of the plan that was asked for, and where it can be made less (specification §8). */
export function OverLimits({ over }: { over: readonly Usage[] }) {
  const t = useText(text);
  const alert = useRef<HTMLDivElement>(null);
  // on a phone the pressed card may stand far below
  useEffect(() => {
    if (over.length > 0) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [over]);
  if (over.length === 0) return null;
  return (
    <Alert ref={alert} color="red" role="alert" title={t.overTitle}>
      <List>
        {over.map(({ limit, used, allowed }) => (
          <List.Item key={limit}>
            <Anchor component={Link} to={PLACES[limit]} c="inherit" underline="always" inherit>
              {t.overLine(t.limit[limit], formatCount(used), formatCount(allowed ?? 0))}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
