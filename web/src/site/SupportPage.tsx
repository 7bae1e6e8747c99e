import { sendSupportMessage } from '@lanka/domain/site/contract';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { CheckboxField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { ProfileTabs } from '../kit/page/profile-tabs';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** `/cp/profile/support`: the support form (specification §2.3, Profile). */
export function SupportPage() {
  const t = useText(text);
  const { user } = useSession();
  const [sent, setSent] = useState(0);
  return (
    <Page title={t.profile} subtitle={user.email} narrow>
      <ProfileTabs />
      <Section title={t.supportTitle}>
        {/* a message that was sent leaves an empty form behind */}
        <SupportForm key={sent} email={user.email} onSent={() => setSent(sent + 1)} />
      </Section>
    </Page>
  );
}

function SupportForm({ email, onSent }: { email: string; onSent: () => void }) {
  const t = useText(text);
  const send = useAction(sendSupportMessage, { quiet: true });
  const form = useEntityForm({
    schema: sendSupportMessage.body,
    initial: { email, message: '', consent: false },
    success: t.supportSent,
    submit: ({ values }) => send.mutateAsync({ body: values }),
    onSaved: onSent,
  });
  return (
    <Form form={form}>
      <Text c="dimmed">{t.supportText}</Text>
      <TextField {...form.field('email')} label={t.email} type="email" autoComplete="email" maxLength={254} required />
      <TextareaField
        {...form.field('message')}
        label={t.message}
        hint={t.suggestion}
        rows={5}
        maxLength={5000}
        required
      />
      <CheckboxField {...form.field('consent')} label={t.supportConsent} required />
      <Group>
        <SubmitButton>{t.send}</SubmitButton>
      </Group>
    </Form>
  );
}
