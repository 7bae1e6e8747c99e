import * as contract from '@lanka/domain/clients/contract';
import { MAX_OTHER_PHONES } from '@lanka/domain/clients/import';
import { Phone } from '@lanka/domain/kit/phone';
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Percent } from '../kit/display/values';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import { PercentField, PhoneField, TagsField, TextareaField, TextField } from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { useClientCalls } from './calls';
import { text } from './text';

/** What is wrong with one of the phones is said at the field that all of them stand in. */
const OtherPhones = z
  .array(z.string())
  .max(MAX_OTHER_PHONES)
  .check((context) => {
    const wrong = context.value.find((one) => !Phone.safeParse(one).success);
    if (wrong !== undefined) context.issues.push({ code: 'custom', message: 'phone.format', input: wrong });
  });
const NewClient = contract.CreateClientBody.extend({ other_phones: OtherPhones.optional() });
const ChangedClient = contract.UpdateClientBody.extend({ other_phones: OtherPhones.optional() });
type Fields = EntityForm<typeof NewClient> | EntityForm<typeof ChangedClient>;

function ClientFields({ form, foot }: { form: Fields; foot: ReactNode }) {
  const t = useText(text);
  const field = form.field as EntityForm<typeof NewClient>['field'];
  const labels = {
    name: t.name,
    phone: t.phone,
    other_phones: t.otherPhones,
    email: t.email,
    discount: t.discount,
    comment: t.comment,
  };
  const show = (name: string, value: unknown) =>
    name === 'discount' ? (
      <Percent part={Number(value)} />
    ) : name === 'other_phones' ? (
      (value as string[]).join(', ')
    ) : undefined;
  return (
    <Form form={form} labels={labels} show={show}>
      <Section>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField {...field('name')} label={t.name} required maxLength={200} autoComplete="off" />
            <PhoneField {...field('phone')} label={t.phone} required />
            <TagsField {...field('other_phones')} label={t.otherPhones} hint={t.otherPhonesHint} />
            <TextField {...field('email')} label={t.email} type="email" autoComplete="off" />
            <PercentField {...field('discount')} label={t.discount} hint={t.discountHint} />
          </SimpleGrid>
          <TextareaField {...field('comment')} label={t.comment} maxLength={2000} />
        </Stack>
      </Section>
      {foot}
    </Form>
  );
}

export function NewClientPage() {
  const t = useText(text);
  const { create, project_id } = useClientCalls();
  const navigate = useNavigate();
  const add = useAction(create, { success: t.created, quiet: true });
  const form = useEntityForm({
    schema: NewClient,
    initial: { name: '', phone: '', other_phones: [], email: '', discount: 0, comment: '' },
    submit: ({ values }) => add.mutateAsync({ params: { project_id }, body: values }),
    onSaved: (made) => navigate(`/cp/clients/${made.id}`, { replace: true }),
  });
  return (
    <Page title={t.create} crumbs={[{ to: '/cp/clients', label: t.title }]} narrow>
      <ClientFields
        form={form}
        foot={
          <div>
            <SubmitButton back="/cp/clients">{t.create}</SubmitButton>
          </div>
        }
      />
    </Page>
  );
}

export function EditClientPage() {
  const t = useText(text);
  const { read, project_id } = useClientCalls();
  const { id = '' } = useParams();
  const client = useCall(read, { params: { project_id, id } });
  const back = `/cp/clients/${id}`;
  return (
    <Page
      title={client.data?.name ?? t.data}
      crumbs={[
        { to: '/cp/clients', label: t.title },
        { to: back, label: client.data?.name ?? t.data },
      ]}
      narrow
    >
      <Loaded query={client}>{(known) => <EditClient key={known.id} client={known} back={back} />}</Loaded>
    </Page>
  );
}

function EditClient({ client, back }: { client: contract.Client; back: string }) {
  const t = useText(text);
  const { update, project_id } = useClientCalls();
  const navigate = useNavigate();
  const save = useAction(update, { quiet: true });
  const form = useEntityForm({
    schema: ChangedClient,
    initial: client,
    version: client.version,
    success: t.saved,
    submit: ({ changed, version }) =>
      save.mutateAsync({
        params: { project_id, id: client.id },
        body: changed,
        ...(version === undefined ? {} : { if_match: version }),
      }),
    onSaved: () => navigate(back),
  });
  return <ClientFields form={form} foot={<FormBar back={back} />} />;
}
