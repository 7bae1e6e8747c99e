import { accountErrors, resendConfirmation } from '@lanka/domain/identity/account';
import { readAuthOptions, signIn } from '@lanka/domain/identity/contract';
import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { Form, SubmitButton } from '../kit/form/Form';
import { PasswordField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { CallError, call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { LinesSkeleton } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { remember, remembered } from '../kit/storage';
import { useText } from '../kit/text';
import { AuthFrame } from './AuthFrame';
import { leadingOn, safeReturn } from './choose_project';
import { signInExtra } from './extra';
import { ProviderButton } from './ProviderButton';
import { text } from './text';

/** `/cp/signin`: with a password, or through the outside provider where there is one. */
export function SignInPage() {
  const t = useText(text);
  const options = useCall(readAuthOptions, { query: {} }, { staleTime: Number.POSITIVE_INFINITY });
  const [search] = useSearchParams();
  const { state } = useLocation();
  const returnTo = safeReturn(search.get('return'));
  const back = returnTo ?? '/cp';
  // Set by the invitation page: the invited dropshipper starts in his own workspace, and the path is kept
  // (specification §4, Project selection and Invitation acceptance).
  const toDropshipping = (state as { selectMyDropshipping?: boolean } | null)?.selectMyDropshipping === true;
  const enter = () => {
    if (toDropshipping) remember('lastProjectId', DROPSHIPPING);
  };
  const [alreadyIn] = useState(() => remembered('accessToken') !== null);
  if (alreadyIn) {
    enter();
    return <Navigate to={back} replace />;
  }
  return (
    <AuthFrame title={t.signInTitle} lead={t.signInText}>
      {options.isPending && <LinesSkeleton lines={3} />}
      {options.data?.provider && <ProviderButton provider={options.data.provider} returnTo={back} onLeave={enter} />}
      {/* a server that does not answer this will tell what is wrong when the form is sent */}
      {(options.data?.password || options.error) && <WithPassword returnTo={returnTo} enter={enter} />}
    </AuthFrame>
  );
}

const isError = (error: unknown, { code }: { code: string }): boolean =>
  error instanceof CallError && error.code === code;

interface WithPasswordProps {
  returnTo: string | null;
  enter: () => void;
}

function WithPassword({ returnTo, enter }: WithPasswordProps) {
  const t = useText(text);
  const navigate = useNavigate();
  const extras = useHook(signInExtra);
  const [asksCode, setAsksCode] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [email] = useState(() => remembered('signInEmail'));
  const form = useEntityForm({
    schema: signIn.body,
    initial: { email: email ?? '', password: '', otp: undefined },
    guard: false,
    submit: async ({ values }) => {
      try {
        const answer = await call(signIn, { body: values });
        remember('signInEmail', values.email);
        return answer;
      } catch (error) {
        // the next step, not a failure
        if (isError(error, accountErrors.otp_required)) setAsksCode(true);
        else if (isError(error, accountErrors.email_not_confirmed)) setUnconfirmed(values.email);
        else throw error;
        return null;
      }
    },
    onSaved: (answer) => {
      if (!answer) return;
      remember('accessToken', answer.access_token);
      enter();
      navigate(returnTo ?? '/cp', { replace: true });
    },
  });
  const enterAs = (credentials: { email: string; password: string }) => {
    form.setValue('email', credentials.email);
    form.setValue('password', credentials.password);
    form.submit();
  };
  const again = () => {
    form.setValue('otp', undefined);
    setAsksCode(false);
  };
  if (unconfirmed) return <Unconfirmed email={unconfirmed} returnTo={returnTo} back={() => setUnconfirmed(null)} />;
  return (
    <>
      <Form form={form}>
        {asksCode ? (
          <>
            <Text>{t.otpText}</Text>
            <TextField
              {...form.field('otp')}
              label={t.otp}
              hint={t.otpHint}
              autoComplete="one-time-code"
              autoFocus
              required
            />
          </>
        ) : (
          <>
            <TextField
              {...form.field('email')}
              label={t.email}
              type="email"
              autoComplete="username"
              autoFocus={!email}
              required
            />
            <PasswordField
              {...form.field('password')}
              label={t.password}
              autoComplete="current-password"
              autoFocus={Boolean(email)}
              required
            />
          </>
        )}
        <Group justify="space-between" mt="xs">
          <SubmitButton>{t.signIn}</SubmitButton>
          {asksCode ? (
            <Button variant="subtle" onClick={again}>
              {t.otherAccount}
            </Button>
          ) : (
            <Anchor component={Link} to={leadingOn('/cp/forgot', returnTo)}>
              {t.forgot}
            </Anchor>
          )}
        </Group>
      </Form>
      {!asksCode && (
        <>
          <Text mt="lg" size="sm" c="dimmed">
            {t.noAccount}{' '}
            <Anchor component={Link} to={leadingOn('/cp/signup', returnTo)} size="sm" underline="always">
              {t.toSignUp}
            </Anchor>
          </Text>
          <Suspense fallback={null}>
            {extras.map((Extra, nth) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <Extra key={nth} enter={enterAs} />
            ))}
          </Suspense>
        </>
      )}
    </>
  );
}

interface UnconfirmedProps {
  email: string;
  returnTo: string | null;
  back: () => void;
}

function Unconfirmed({ email, returnTo, back }: UnconfirmedProps) {
  const t = useText(text);
  const send = useAction(resendConfirmation);
  return (
    <Alert color="yellow" title={t.unconfirmedTitle} role="alert">
      <Text mb="md" className="wrap-anywhere">
        {send.isSuccess ? t.confirmationSent(email) : t.unconfirmedText(email)}
      </Text>
      <Group>
        {!send.isSuccess && (
          <Button
            loading={send.isPending}
            onClick={() => send.mutate({ body: { email, ...(returnTo ? { return_to: returnTo } : {}) } })}
          >
            {t.sendAgain}
          </Button>
        )}
        <Button variant="default" onClick={back}>
          {t.toSignIn}
        </Button>
      </Group>
    </Alert>
  );
}
