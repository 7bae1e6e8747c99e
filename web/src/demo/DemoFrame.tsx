import './demo.css';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../kit/page/Logo';
import { useText } from '../kit/text';
import { text } from './text';

/** The head of the pages before sign-in over one column: readable, or as wide as letters side by side need. */
export function DemoFrame({ wide, children }: { wide?: boolean; children: ReactNode }) {
  const t = useText(text);
  return (
    <div className="auth">
      <header className="auth-head">
        <Logo />
        <Button component={Link} to="/cp" variant="default">
          {t.toWork}
        </Button>
      </header>
      <main className={wide ? 'outbox outbox-wide' : 'outbox'}>{children}</main>
    </div>
  );
}
