import { accountErrors } from '@lanka/domain/identity/account';
import { enterByProvider, leaveProvider, providerErrors } from '@lanka/domain/identity/provider';
import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { urlOf } from '../kit/http/call';
import { texts, useLocale, useText } from '../kit/text';

const text = texts({
  ua: {
    enter: (provider: string) => `Увійти через ${provider}`,
    failed: 'Увійти не вдалося',
    unknown: 'Сталася помилка. Спробуйте увійти ще раз',
    leave: (provider: string) => `Вийти з ${provider}, щоб увійти під іншим обліковим записом`,
  },
  en: {
    enter: (provider: string) => `Sign in through ${provider}`,
    failed: 'The sign-in did not work',
    unknown: 'Something went wrong. Try to sign in again',
    leave: (provider: string) => `Sign out of ${provider} to use another account`,
  },
});

interface ProviderButtonProps {
  provider: string;
  /** The path to come back to, within this site. */
  returnTo: string;
  /** Before the browser leaves: what it shall find when it is back. */
  onLeave?: () => void;
}

/**
 * The way in where an outside provider signs people in: a plain link, because the browser leaves this page. `?error`
 * in the address is the code of what went wrong last time.
 */
export function ProviderButton({ provider, returnTo, onLeave }: ProviderButtonProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const [search] = useSearchParams();
  const code = search.get('error');
  const known = [...Object.values(providerErrors), accountErrors.blocked].find((error) => error.code === code);
  return (
    <Stack gap="md">
      {code && (
        <Alert color="red" title={t.failed} role="alert">
          {known ? known.text[locale] : t.unknown}
        </Alert>
      )}
      <Button
        component="a"
        size="md"
        onClick={onLeave}
        href={urlOf(enterByProvider, { query: { return_to: returnTo } })}
        leftSection={<IconLogin2 size={20} />}
      >
        {t.enter(provider)}
      </Button>
      <Anchor href={urlOf(leaveProvider, {})} size="sm">
        {t.leave(provider)}
      </Anchor>
    </Stack>
  );
}
