import { confirmEmail } from '@lanka/domain/identity/account';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { call } from '../kit/http/call';
import { messageOf } from '../kit/overlay/notify';
import { Picture } from '../kit/page/drawings';
import { forgetSession } from '../kit/storage';
import { useText } from '../kit/text';
import { AuthFrame } from './AuthFrame';
import { leadingOn, safeReturn } from './choose_project';
import { text } from './text';

/** `/cp/email?token=…`: proves an address with the link of a letter. */
export function EmailPage() {
  const t = useText(text);
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const toSignIn = leadingOn('/cp/signin', safeReturn(search.get('return')));
  // A query rather than an action: it is asked once for a token, however often the page is drawn.
  const proven = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => call(confirmEmail, { body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const changed = proven.data?.kind === 'change';
  useEffect(() => {
    // all sessions have ended with the change: this browser's too
    if (changed) forgetSession();
  }, [changed]);

  if (proven.data) {
    return (
      <AuthFrame title={changed ? t.emailChangedTitle : t.emailConfirmedTitle}>
        <Picture name="mail" />
        <Text my="md" role="status" className="wrap-anywhere">
          {changed ? t.emailChangedText(proven.data.email) : t.emailConfirmedText(proven.data.email)}
        </Text>
        <Button component={Link} to={toSignIn}>
          {t.signIn}
        </Button>
      </AuthFrame>
    );
  }
  if (token === '' || proven.error) {
    return (
      <AuthFrame title={t.emailFailedTitle}>
        <Picture name="broken" />
        <Text mt="md" role="alert">
          {token === '' ? t.emailNoToken : messageOf(proven.error)}
        </Text>
        <Text mt="xs" mb="md" c="dimmed">
          {t.emailFailedHint}
        </Text>
        <Button component={Link} to={toSignIn} variant="default">
          {t.toSignIn}
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t.emailChecking}>
      <Group role="status">
        <Loader size="sm" />
        <Text>{t.emailChecking}</Text>
      </Group>
    </AuthFrame>
  );
}
