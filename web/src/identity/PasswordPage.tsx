import { MIN_PASSWORD, setPassword } from '@lanka/domain/identity/contract';
import { Anchor, Group } from '@mantine/core';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { Form, SubmitButton } from '../kit/form/Form';
import { PasswordField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { notifySuccess } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { AuthFrame } from './AuthFrame';
import { text } from './text';

/** `/cp/password?token=…` sets a password with the link of a letter; without a token there is only asking for one. */
export function PasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return token ? <SetPassword token={token} /> : <Navigate to="/cp/forgot" replace />;
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
            <Anchor component={Link} to="/cp/forgot">
              {t.requestNewLink}
            </Anchor>
          )}
        </Group>
      </Form>
    </AuthFrame>
  );
}
