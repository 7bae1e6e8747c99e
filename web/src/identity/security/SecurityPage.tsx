import { requestPasswordReset } from '@lanka/domain/identity/contract';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Section } from '../../kit/display/facts';
import { useAction } from '../../kit/http/query';
import { Page } from '../../kit/page/page';
import { ProfileTabs } from '../../kit/page/profile-tabs';
import { useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { EmailSection } from './EmailSection';
import { SecondFactorSection } from './SecondFactorSection';
import { SessionsSection } from './SessionsSection';
import { text } from './text';

/** `/cp/profile/security`: password, e-mail, second factor, where one is signed in. */
export function SecurityPage() {
  const t = useText(text);
  const { user } = useSession();
  return (
    <Page title={t.profile} subtitle={user.email} narrow>
      <ProfileTabs />
      <PasswordSection />
      <EmailSection />
      <SecondFactorSection />
      <SessionsSection />
    </Page>
  );
}

/** Sends a password-change link by e-mail (specification §2.3). */
function PasswordSection() {
  const t = useText(text);
  const { user } = useSession();
  const send = useAction(requestPasswordReset);
  return (
    <Section title={t.password}>
      <Stack gap="md" align="flex-start">
        <Text>{t.passwordText(user.email)}</Text>
        <Text c="dimmed">{t.linkEnds}</Text>
        <Button
          leftSection={<IconMail size={18} />}
          loading={send.isPending}
          onClick={() => send.mutate({ body: { email: user.email } })}
        >
          {t.sendLink}
        </Button>
        {send.isSuccess && (
          <Alert color="green" title={t.linkSent} role="status">
            {t.linkSentText(user.email)}
          </Alert>
        )}
      </Stack>
    </Section>
  );
}
