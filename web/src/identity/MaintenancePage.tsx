import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { DateTime } from '../kit/display/values';
import type { CallError } from '../kit/http/call';
import { EmptyState } from '../kit/page/states';
import { texts, useText } from '../kit/text';
import { AuthFrame } from './AuthFrame';

const text = texts({
  ua: {
    title: 'Триває вдосконалення',
    lead: 'Оновіть сторінку за кілька хвилин. Вона оновиться й сама, щойно все буде готово.',
    until: 'Орієнтовно до',
    retry: 'Оновити',
    signIn: 'Увійти як оператор',
  },
  en: {
    title: 'Improvements are in progress',
    lead: 'Refresh the page in a few minutes. It also refreshes by itself once all is ready.',
    until: 'Until about',
    retry: 'Refresh',
    signIn: 'Sign in as an operator',
  },
});

const RETRY_MS = 30_000;

/** Shown while the server is switched to maintenance (specification §2.1); it tries again by itself. */
export function MaintenancePage({ error, retry }: { error: CallError; retry: () => void }) {
  const t = useText(text);
  const [facts] = error.details;
  const message = typeof facts?.message === 'string' ? facts.message : '';
  const until = typeof facts?.until === 'string' ? facts.until : null;
  useEffect(() => {
    const timer = setInterval(retry, RETRY_MS);
    return () => clearInterval(timer);
  }, [retry]);
  return (
    <AuthFrame plain title={t.title}>
      <EmptyState
        drawing="shelf"
        order={1}
        title={t.title}
        text={t.lead}
        action={
          <Stack align="center">
            {message && <Text>{message}</Text>}
            {until && (
              <Text c="dimmed">
                {t.until} <DateTime at={until} span inherit />
              </Text>
            )}
            <Group justify="center">
              <Button onClick={retry}>{t.retry}</Button>
              <Button component="a" href="/cp/signin" variant="default">
                {t.signIn}
              </Button>
            </Group>
          </Stack>
        }
      />
    </AuthFrame>
  );
}
