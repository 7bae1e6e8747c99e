import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface Props {
  /** None: there is nothing behind it. */
  readonly to: string | null | undefined;
  readonly children: ReactNode;
}

/** A figure that opens the rows it is made of. */
export function Opened({ to, children }: Props) {
  if (!to) return children;
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}
