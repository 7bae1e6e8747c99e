import { requestPasswordReset } from '@lanka/domain/identity/contract';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { Picture } from '../kit/page/drawings';
import { remembered } from '../kit/storage';
import { useText } from '../kit/text';
import { AuthFrame } from './AuthFrame';
import { leadingOn, safeReturn } from './choose_project';
import { text } from './text';

/** `/cp/forgot`: asks for a letter with a link to set a new password. The answer is the same for an unknown e-mail. */
export function ForgotPage() {
  const t = useText(text);
  const [search] = useSearchParams();
  const toSignIn = leadingOn('/cp/signin', safeReturn(search.get('return')));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useEntityForm({
    schema: requestPasswordReset.body,
    initial: { email: remembered('signInEmail') ?? '' },
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
        <Button component={Link} to={toSignIn} variant="default">
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
          <Anchor component={Link} to={toSignIn}>
            {t.toSignIn}
          </Anchor>
        </Group>
      </Form>
    </AuthFrame>
  );
}
