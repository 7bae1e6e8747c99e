import { Usage } from '@lanka/domain/billing/contract';
import { planErrors } from '@lanka/domain/kit/plans';
import { Alert, Anchor, List } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { CallError } from '../kit/http/call';
import { useLocale, useText } from '../kit/text';
import { text } from './text';
import { formatUsed } from './UsageRow';

/** The limits that forbid a smaller plan, when that is why the change was refused; else none. */
export function overLimits(error: unknown): Usage[] {
  if (!(error instanceof CallError) || error.code !== planErrors.over_limits.code) return [];
  return error.details.flatMap((detail) => {
    const usage = Usage.safeParse(detail);
    return usage.success ? [usage.data] : [];
  });
}

/** Files stand in many places. */
const PLACES: Readonly<Record<Usage['limit'], string | null>> = {
  collaborators: '/cp/users',
  products: '/cp/products',
  product_variants: '/cp/products',
  storage: null,
};

/** What is over the limits of the plan that was asked for, and where it can be made less (specification §8). */
export function OverLimits({ over }: { over: readonly Usage[] }) {
  const t = useText(text);
  const { locale } = useLocale();
  const alert = useRef<HTMLDivElement>(null);
  // on a phone the pressed card may stand far below
  useEffect(() => {
    if (over.length > 0) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [over]);
  if (over.length === 0) return null;
  return (
    <Alert ref={alert} color="red" role="alert" title={t.overTitle}>
      <List>
        {over.map(({ limit, used, allowed }) => {
          const to = PLACES[limit];
          const most = formatUsed(limit, allowed ?? 0, locale);
          const line = t.overLine(t.limit[limit], formatUsed(limit, used, locale), most);
          return (
            <List.Item key={limit}>
              {to === null ? (
                line
              ) : (
                <Anchor component={Link} to={to} c="inherit" underline="always" inherit>
                  {line}
                </Anchor>
              )}
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}
