import { requestPasswordReset, updateMe } from '@lanka/domain/identity/contract';
import { formatIban, Iban } from '@lanka/domain/kit/iban';
import { LegalType } from '@lanka/domain/kit/tax_code';
import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Form, FormBar } from '../kit/form/Form';
import { PhoneField, RadioField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Section } from '../kit/ui/facts';
import { Page } from '../kit/ui/page';
import { RouteTabs } from '../kit/ui/route-tabs';
import { TaxCodeField } from './TaxCodeField';
import { text } from './text';

function ProfileTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.profileSections}
      tabs={[
        { to: '/cp/profile', label: t.profileMain },
        { to: '/cp/profile/security', label: t.security },
      ]}
    />
  );
}

/** `/cp/profile`: name and phone; for a dropshipper also what his documents carry. */
export function ProfilePage() {
  const t = useText(text);
  const { user, refresh } = useSession();
  const update = useAction(updateMe, { quiet: true });
  const form = useEntityForm({
    schema: updateMe.body,
    initial: { ...user, iban: user.iban === null ? null : formatIban(user.iban) },
    success: t.saved,
    submit: ({ changed }) => update.mutateAsync({ body: changed }),
    onSaved: () => void refresh(),
  });
  const now = form.watch();
  const { setValue } = form;
  const iban = Iban.safeParse(now.iban ?? '');
  const valid = iban.success ? iban.data : null;
  useEffect(() => {
    if (valid) setValue('iban', formatIban(valid));
  }, [valid, setValue]);
  const legalTypes = Object.entries(t.legalTypes).map(([value, label]) => ({ value, label }));
  const legalType = LegalType.safeParse(now.drop_legal_type);
  return (
    <Page title={t.profile} subtitle={user.email} narrow>
      <ProfileTabs />
      <Form form={form}>
        <Section title={t.person}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField {...form.field('name')} label={t.fullName} required maxLength={120} autoComplete="name" />
            <PhoneField {...form.field('phone_number')} label={t.phone} />
          </SimpleGrid>
        </Section>
        <Section title={t.dropshipper}>
          <Stack gap="md">
            <Text c="dimmed">{t.dropshipperText}</Text>
            <RadioField {...form.field('drop_legal_type')} label={t.legalType} options={legalTypes} />
            <TextField {...form.field('drop_legal_name')} label={t.legalName} hint={t.legalNameHint} maxLength={200} />
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
              <TaxCodeField
                field={form.field('edropoy_code')}
                label={t.taxCode}
                value={now.edropoy_code}
                legalType={legalType.success ? legalType.data : null}
              />
              <TextField {...form.field('iban')} label={t.iban} placeholder="UA…" maxLength={60} autoComplete="off" />
            </SimpleGrid>
          </Stack>
        </Section>
        <FormBar />
      </Form>
    </Page>
  );
}

/** `/cp/profile/security`: sends a password-change link (specification §2.3). */
export function SecurityPage() {
  const t = useText(text);
  const { user } = useSession();
  const send = useAction(requestPasswordReset);
  return (
    <Page title={t.profile} subtitle={user.email} narrow>
      <ProfileTabs />
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
    </Page>
  );
}
