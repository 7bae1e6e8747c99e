import { readSignUpInvitation, signUp, signUpByInvitation } from '@lanka/domain/identity/account';
import { MIN_PASSWORD, readAuthOptions } from '@lanka/domain/identity/contract';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Form, SubmitButton } from '../kit/form/Form';
import { PasswordField, PhoneField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useCall } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { Picture } from '../kit/page/drawings';
import { EmptyState, LinesSkeleton } from '../kit/page/states';
import { forgetSession, remember } from '../kit/storage';
import { useLocale, useText } from '../kit/text';
import { AuthFrame } from './AuthFrame';
import { leadingOn, safeReturn } from './choose_project';
import { text } from './text';

/**
 * `/cp/signup`: with `?token` of an invitation; openly where the deployment lets anybody in; else it says how one gets
 * in (specification §1: by invitation or access request only).
 */
export function SignUpPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return token ? <Invited token={token} /> : <Uninvited />;
}

function Invited({ token }: { token: string }) {
  const t = useText(text);
  const invitation = useCall(readSignUpInvitation, { params: { token } }, { staleTime: Number.POSITIVE_INFINITY });
  if (invitation.error) {
    return (
      <AuthFrame plain title={t.signUpFailedTitle}>
        <div role="alert">
          <EmptyState
            drawing="broken"
            order={1}
            title={t.signUpFailedTitle}
            text={messageOf(invitation.error)}
            action={
              <Group justify="center">
                <Button component={Link} to="/cp/signin">
                  {t.toSignIn}
                </Button>
                <Button component="a" href="/?access=request" variant="default">
                  {t.requestAccess}
                </Button>
              </Group>
            }
          />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t.signUpTitle} lead={t.invitedText}>
      {invitation.data ? <InvitedForm token={token} invitation={invitation.data} /> : <LinesSkeleton lines={4} />}
    </AuthFrame>
  );
}

interface InvitedFormProps {
  token: string;
  invitation: { email: string; name: string; phone_number: string | null };
}

function InvitedForm({ token, invitation }: InvitedFormProps) {
  const t = useText(text);
  const [search] = useSearchParams();
  const { locale } = useLocale();
  const navigate = useNavigate();
  const form = useEntityForm({
    schema: signUpByInvitation.body,
    initial: { name: invitation.name, phone_number: invitation.phone_number, password: '', locale },
    guard: false,
    submit: ({ values }) => call(signUpByInvitation, { params: { token }, body: values }),
    onSaved: ({ access_token }) => {
      // whoever was signed in here before is not this person
      forgetSession();
      remember('accessToken', access_token);
      navigate(safeReturn(search.get('return')) ?? '/cp', { replace: true });
    },
  });
  return (
    <Form form={form}>
      <TextInput label={t.email} value={invitation.email} readOnly autoComplete="username" />
      <TextField {...form.field('name')} label={t.fullName} autoComplete="name" maxLength={120} required />
      <PhoneField {...form.field('phone_number')} label={t.phone} />
      <NewPasswordField form={form} />
      <SubmitButton>{t.createAccount}</SubmitButton>
    </Form>
  );
}

function NewPasswordField({
  form,
}: {
  form: { field(name: 'password'): Parameters<typeof PasswordField>[0] | object };
}) {
  const t = useText(text);
  const binding = form.field('password') as Parameters<typeof PasswordField>[0];
  return (
    <PasswordField
      {...binding}
      label={t.password}
      hint={t.newPasswordHint(MIN_PASSWORD)}
      autoComplete="new-password"
      required
    />
  );
}

function Uninvited() {
  const t = useText(text);
  const [search] = useSearchParams();
  const returnTo = safeReturn(search.get('return'));
  const asked = returnTo ? { return_to: returnTo } : {};
  const options = useCall(readAuthOptions, { query: asked }, { staleTime: Number.POSITIVE_INFINITY });
  if (options.isPending) {
    return (
      <AuthFrame title={t.signUpTitle}>
        <LinesSkeleton lines={4} />
      </AuthFrame>
    );
  }
  return options.data?.open_sign_up && options.data.password ? <Open returnTo={returnTo} /> : <Closed />;
}

function Closed() {
  const t = useText(text);
  return (
    <AuthFrame title={t.closedTitle}>
      <Picture name="people" />
      <Stack mt="md">
        <Text>{t.closedText}</Text>
        <Group>
          <Button component="a" href="/?access=request">
            {t.requestAccess}
          </Button>
          <Button component={Link} to="/cp/signin" variant="default">
            {t.toSignIn}
          </Button>
        </Group>
      </Stack>
    </AuthFrame>
  );
}

function Open({ returnTo }: { returnTo: string | null }) {
  const t = useText(text);
  const { locale } = useLocale();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useEntityForm({
    schema: signUp.body,
    initial: { name: '', email: '', password: '', locale },
    guard: false,
    submit: async ({ values }) => {
      await call(signUp, { body: { ...values, ...(returnTo ? { return_to: returnTo } : {}) } });
      return values.email;
    },
    onSaved: setSentTo,
  });
  if (sentTo) {
    return (
      <AuthFrame title={t.linkSentTitle}>
        <Picture name="mail" />
        <Text my="md" role="status" className="wrap-anywhere">
          {t.signUpSentText(sentTo)}
        </Text>
        <Button component={Link} to={leadingOn('/cp/signin', returnTo)} variant="default">
          {t.toSignIn}
        </Button>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t.signUpTitle} lead={t.signUpText}>
      <Form form={form}>
        <TextField {...form.field('name')} label={t.fullName} autoComplete="name" maxLength={120} autoFocus required />
        <TextField {...form.field('email')} label={t.email} type="email" autoComplete="username" required />
        <NewPasswordField form={form} />
        <Group justify="space-between" mt="xs">
          <SubmitButton>{t.createAccount}</SubmitButton>
          <Anchor component={Link} to={leadingOn('/cp/signin', returnTo)}>
            {t.haveAccount}
          </Anchor>
        </Group>
      </Form>
    </AuthFrame>
  );
}
