import { MIN_PASSWORD, requestPasswordReset, setPassword } from '@lanka/domain/identity/contract';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { call } from '../kit/call';
import { Form, SubmitButton } from '../kit/form/Form';
import { PasswordField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { notifySuccess } from '../kit/notify';
import { useText } from '../kit/text';
import { Picture } from '../kit/ui/drawings';
import { AuthFrame } from './AuthFrame';
import { text } from './text';

/** `/cp/password?token=…` sets a password with the link of a letter; without a token it asks for such a letter. */
export function PasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return token ? <SetPassword token={token} /> : <RequestLink />;
}

function SetPassword({ token }: { token: string }) {
  const t = useText(text);
  const navigate = useNavigate();
  const form = useEntityForm({
    schema: setPassword.body,
    initial: { token, password: '' },
    guard: false,
    submit: ({ values }) => call(setPassword, { body: values }),
    onSaved: () => {
      notifySuccess(t.passwordSaved);
      navigate('/cp/signin', { replace: true });
    },
  });
  return (
    <AuthFrame title={t.newPasswordTitle}>
      <Form form={form}>
        <PasswordField
          {...form.field('password')}
          label={t.newPassword}
          hint={t.newPasswordHint(MIN_PASSWORD)}
          autoComplete="new-password"
          required
        />
        <Group justify="space-between" mt="xs">
          <SubmitButton>{t.setPassword}</SubmitButton>
          {form.formError && (
            <Anchor component={Link} to="/cp/password">
              {t.requestNewLink}
            </Anchor>
          )}
        </Group>
      </Form>
    </AuthFrame>
  );
}

function RequestLink() {
  const t = useText(text);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useEntityForm({
    schema: requestPasswordReset.body,
    initial: { email: '' },
    guard: false,
    submit: async ({ values }) => {
      await call(requestPasswordReset, { body: values });
      return values.email;
    },
    onSaved: setSentTo,
  });
  if (sentTo !== null) {
    return (
      <AuthFrame title={t.linkSentTitle}>
        <Picture name="mail" />
        <Text my="md" role="status" className="wrap-anywhere">
          {t.linkSentText(sentTo)}
        </Text>
        <Button component={Link} to="/cp/signin" variant="default">
          {t.toSignIn}
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t.resetTitle} lead={t.resetText}>
      <Form form={form}>
        <TextField {...form.field('email')} label={t.email} type="email" autoComplete="username" autoFocus required />
        <Group justify="space-between" mt="xs">
          <SubmitButton>{t.sendLink}</SubmitButton>
          <Anchor component={Link} to="/cp/signin">
            {t.toSignIn}
          </Anchor>
        </Group>
      </Form>
    </AuthFrame>
  );
}
