import { signIn } from '@lanka/domain/identity/contract';
import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { Anchor, Group } from '@mantine/core';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { call } from '../kit/call';
import { Form, SubmitButton } from '../kit/form/Form';
import { PasswordField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { remember, remembered } from '../kit/storage';
import { useText } from '../kit/text';
import { AuthFrame } from './AuthFrame';
import { safeReturn } from './choose_project';
import type { SignInExtra } from './slice';
import { text } from './text';

export function SignInPage({ Extra }: { Extra: SignInExtra }) {
  const t = useText(text);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const back = safeReturn(search.get('return')) ?? '/cp';
  // Set by the invitation page: the invited dropshipper starts in his own workspace (specification §4).
  const toDropshipping = (state as { selectMyDropshipping?: boolean } | null)?.selectMyDropshipping === true;
  const enter = () => {
    if (toDropshipping) remember('lastProjectId', DROPSHIPPING);
  };
  const form = useEntityForm({
    schema: signIn.body,
    initial: { email: '', password: '' },
    guard: false,
    submit: ({ values }) => call(signIn, { body: values }),
    onSaved: ({ access_token }) => {
      remember('accessToken', access_token);
      enter();
      navigate(back, { replace: true });
    },
  });
  const enterAs = (credentials: { email: string; password: string }) => {
    form.setValue('email', credentials.email);
    form.setValue('password', credentials.password);
    form.submit();
  };
  if (remembered('accessToken') && !form.isSaving) {
    enter();
    return <Navigate to={back} replace />;
  }
  return (
    <AuthFrame title={t.signInTitle} lead={t.signInText}>
      <Form form={form}>
        <TextField {...form.field('email')} label={t.email} type="email" autoComplete="username" autoFocus required />
        <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" required />
        <Group justify="space-between" mt="xs">
          <SubmitButton>{t.signIn}</SubmitButton>
          <Anchor component={Link} to="/cp/password">
            {t.forgot}
          </Anchor>
        </Group>
      </Form>
      <Extra enter={enterAs} />
    </AuthFrame>
  );
}
