import { LEGAL_FORMS, UpdateMe, updateMe } from '@lanka/domain/identity/contract';
import { formatIban, Iban } from '@lanka/domain/kit/iban';
import { text as plainText, requiredText } from '@lanka/domain/kit/ids';
import { LegalType } from '@lanka/domain/kit/tax_code';
import * as contract from '@lanka/domain/projects/contract';
import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { Form, FormBar } from '../kit/form/Form';
import { PhoneField, RadioField, SelectField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { ProfileTabs } from '../kit/page/profile-tabs';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { joinName, splitName } from './full-name';
import { PictureField } from './picture/PictureField';
import { TaxCodeField } from './TaxCodeField';
import { text } from './text';
import './projects.css';

/** The name is kept whole, «first last» (specification §3), and typed in two fields. */
const Fields = UpdateMe.pick({
  phone_number: true,
  locale: true,
  about: true,
  website: true,
  legal_form: true,
  legal_name: true,
  drop_legal_type: true,
  drop_legal_name: true,
  edropoy_code: true,
  iban: true,
}).extend({ first_name: requiredText(60), surname: plainText(59) });

/** `/cp/profile`: who one is; for a dropshipper also what his documents carry (specification §3, Profile form). */
export function ProfilePage() {
  const t = useText(text);
  return (
    <Page title={t.profile} narrow>
      <ProfileTabs />
      <Photo />
      <ProfileForm />
      <DeletedProjects />
    </Page>
  );
}

function Photo() {
  const t = useText(text);
  const { user, refresh } = useSession();
  const onSuccess = () => void refresh();
  const set = useAction(contract.setMyPhoto, { onSuccess, quiet: true });
  const remove = useAction(contract.removeMyPhoto, { onSuccess });
  const send = async (square: Blob) => set.mutate({ body: { image: await asBase64(square) } });
  return (
    <Section>
      <PictureField
        round
        label={t.photo}
        hint={t.photoHint}
        url={user.photo_url}
        busy={set.isPending || remove.isPending}
        error={set.error ? messageOf(set.error) : null}
        onCropped={(square) => void send(square)}
        onRemove={() => remove.mutate({})}
      />
    </Section>
  );
}

function asBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the picture could not be read'));
    reader.readAsDataURL(blob);
  });
}

function ProfileForm() {
  const { user, refresh } = useSession();
  const t = useText(text);
  const update = useAction(updateMe, { quiet: true });
  const form = useEntityForm({
    schema: Fields,
    initial: { ...user, ...splitName(user.name), iban: user.iban === null ? null : formatIban(user.iban) },
    success: t.saved,
    submit: ({ values, changed }) => {
      const { first_name, surname, ...body } = changed;
      const isSameName = first_name === undefined && surname === undefined;
      return update.mutateAsync({ body: isSameName ? body : { ...body, name: joinName(values) } });
    },
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
  const legalForms = LEGAL_FORMS.map((value) => ({ value, label: t.legalForms[value] }));
  const locales = Object.entries(t.locales).map(([value, label]) => ({ value, label }));
  const legalType = LegalType.safeParse(now.drop_legal_type);
  return (
    <Form form={form}>
      <Section title={t.person}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextField
            {...form.field('first_name')}
            label={t.firstName}
            required
            maxLength={60}
            autoComplete="given-name"
          />
          <TextField {...form.field('surname')} label={t.surname} maxLength={59} autoComplete="family-name" />
          <OwnEmail />
          <PhoneField {...form.field('phone_number')} label={t.phone} />
          <SelectField
            {...form.field('locale')}
            label={t.locale}
            hint={user.locales.length > 1 ? t.localeHintAll : t.localeHint}
            options={locales}
            required
          />
        </SimpleGrid>
      </Section>
      <Section title={t.aboutSection}>
        <Stack gap="md">
          <TextareaField {...form.field('about')} label={t.about} hint={t.aboutHint} maxLength={2000} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField
              {...form.field('website')}
              label={t.website}
              hint={t.websiteHint}
              placeholder="https://"
              maxLength={300}
              autoComplete="url"
            />
            <TextField {...form.field('legal_name')} label={t.ownLegalName} hint={t.ownLegalNameHint} maxLength={200} />
          </SimpleGrid>
          <RadioField {...form.field('legal_form')} label={t.legalForm} options={legalForms} />
        </Stack>
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
  );
}

/** Changed where one proves who one is; it ends the sessions (specification §4, Profile). */
function OwnEmail() {
  const t = useText(text);
  const { user } = useSession();
  return (
    <div>
      <Text fw={500} size="sm">
        {t.email}
      </Text>
      <Text mt={6} className="wrap-anywhere">
        {user.email}
      </Text>
      <Anchor component={Link} to="/cp/profile/security" size="sm">
        {t.changeEmail}
      </Anchor>
      <Text size="xs" c="dimmed">
        {t.emailHint}
      </Text>
    </div>
  );
}

function DeletedProjects() {
  const t = useText(text);
  const { refresh } = useSession();
  const deleted = useCall(contract.listDeletedProjects, {});
  const restore = useAction(contract.restoreProject, {
    success: t.restored,
    onSuccess: () => void refresh(),
  });
  if (!deleted.data || deleted.data.items.length === 0) return null;
  return (
    <Section title={t.deletedProjects}>
      <ul className="plain-rows">
        {deleted.data.items.map(({ id, title, restorable_until }) => (
          <li key={id}>
            <div>
              <Text fw={500} className="wrap-anywhere">
                {title}
              </Text>
              <Text size="sm" c="dimmed">
                {t.restorableUntil} <DateTime at={restorable_until} />
              </Text>
            </div>
            <Group>
              <Button
                variant="default"
                aria-label={t.restoreOf(title)}
                loading={restore.isPending}
                onClick={() => restore.mutate({ params: { id } })}
              >
                {t.restore}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Section>
  );
}
