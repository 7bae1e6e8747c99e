import { Box, Button, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from '../kit/page/Logo';
import { useDocumentTitle } from '../kit/page/page';
import { useLocale, useText } from '../kit/text';
import { text } from './text';

interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  /** The content brings its own heading. */
  plain?: boolean;
  children: ReactNode;
}

/** The frame of the pages before sign-in: the logo, one card, the other language. */
export function AuthFrame({ title, lead, plain, children }: AuthFrameProps) {
  const t = useText(text);
  const { locale, choose } = useLocale();
  useDocumentTitle(title);
  return (
    <div className="auth">
      <header className="auth-head">
        <Logo />
        <Button
          variant="subtle"
          color="gray"
          lang={locale === 'ua' ? 'en' : 'uk'}
          onClick={() => choose(locale === 'ua' ? 'en' : 'ua')}
        >
          {t.otherLanguage}
        </Button>
      </header>
      <main className="auth-main">
        <Paper withBorder radius="lg" className="auth-card">
          {!plain && (
            <Title order={1} size="h2">
              {title}
            </Title>
          )}
          {lead && (
            <Text c="dimmed" mt={4}>
              {lead}
            </Text>
          )}
          <Box mt={plain ? 0 : 'lg'}>{children}</Box>
        </Paper>
      </main>
    </div>
  );
}
