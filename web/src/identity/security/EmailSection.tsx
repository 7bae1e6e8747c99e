import { changeEmail } from '@lanka/domain/identity/account';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../kit/display/facts';
import { Form, SubmitButton } from '../../kit/form/Form';
import { PasswordField, TextField } from '../../kit/form/fields';
import { useEntityForm } from '../../kit/form/useEntityForm';
import { call } from '../../kit/http/call';
import { useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { text } from './text';

/** Another e-mail: the link goes to the new address; after it one signs in again (specification §4, Profile). */
export function EmailSection() {
  const t = useText(text);
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useEntityForm({
    schema: changeEmail.body,
    initial: { email: '', password: '', otp: undefined },
    guard: false,
    submit: async ({ values }) => {
      await call(changeEmail, { body: values });
      return values.email;
    },
    onSaved: (email) => {
      setSentTo(email);
      setOpened(false);
    },
  });
  return (
    <Section title={t.email}>
      <Stack gap="md" align="flex-start">
        <Text className="wrap-anywhere">{t.emailText(user.email)}</Text>
        {sentTo && (
          <Alert color="green" title={t.linkSent} role="status">
            {t.emailSentText(sentTo)}
          </Alert>
        )}
        {opened ? (
          <Stack w="100%" maw={420}>
            <Form form={form}>
              <TextField
                {...form.field('email')}
                label={t.newEmail}
                type="email"
                autoComplete="email"
                autoFocus
                required
              />
              <PasswordField
                {...form.field('password')}
                label={t.yourPassword}
                autoComplete="current-password"
                required
              />
              {user.two_factor && (
                <TextField
                  {...form.field('otp')}
                  label={t.code}
                  hint={t.codeHint}
                  autoComplete="one-time-code"
                  required
                />
              )}
              <Text c="dimmed" size="sm">
                {t.emailEnds}
              </Text>
              <SubmitButton>{t.sendLink}</SubmitButton>
            </Form>
            <Button variant="subtle" onClick={() => setOpened(false)}>
              {t.cancel}
            </Button>
          </Stack>
        ) : (
          <Button variant="default" onClick={() => setOpened(true)}>
            {t.changeEmail}
          </Button>
        )}
      </Stack>
    </Section>
  );
}
