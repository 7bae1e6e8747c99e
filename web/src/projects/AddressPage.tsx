import * as contract from '@lanka/domain/projects/contract';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { KeyFacts, Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import { TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { SettingsTabs } from './SettingsTabs';
import { text } from './text';

/** `/cp/settings/address` (specification §3, Address). */
export function AddressPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const address = useCall(contract.readAddress, { params: { project_id } });
  return (
    <Page title={t.settings} narrow>
      <SettingsTabs />
      <Loaded query={address}>
        {(loaded) => (can('project.edit') ? <AddressForm address={loaded} /> : <AddressFacts address={loaded} />)}
      </Loaded>
    </Page>
  );
}

type Labels = Record<keyof Omit<contract.Address, 'version'>, string>;

function useLabels(): Labels {
  const t = useText(text);
  return {
    country: t.country,
    region: t.region,
    city: t.city,
    address_line1: t.street,
    address_line2: t.building,
    zip_code: t.zipCode,
  };
}

function AddressFacts({ address }: { address: contract.Address }) {
  const t = useText(text);
  const labels = useLabels();
  const names = Object.keys(labels) as (keyof Labels)[];
  return (
    <>
      <Text c="dimmed">{t.readOnly}</Text>
      <KeyFacts facts={names.map((name) => ({ label: labels[name], value: address[name] || '–' }))} />
    </>
  );
}

function AddressForm({ address }: { address: contract.Address }) {
  const t = useText(text);
  const project_id = useProjectId();
  const labels = useLabels();
  const update = useAction(contract.updateAddress, { quiet: true });
  const form = useEntityForm({
    schema: contract.updateAddress.body,
    initial: address,
    version: address.version,
    success: t.saved,
    submit: ({ changed, version }) => update.mutateAsync({ params: { project_id }, body: changed, if_match: version }),
  });
  return (
    <Form form={form} labels={labels}>
      <Section>
        <Stack gap="md">
          <Text c="dimmed">{t.addressText}</Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField {...form.field('country')} label={t.country} maxLength={100} autoComplete="country-name" />
            <TextField {...form.field('region')} label={t.region} maxLength={100} autoComplete="address-level1" />
            <TextField {...form.field('city')} label={t.city} maxLength={100} autoComplete="address-level2" />
            <TextField {...form.field('zip_code')} label={t.zipCode} maxLength={12} autoComplete="postal-code" />
            <TextField {...form.field('address_line1')} label={t.street} maxLength={200} autoComplete="address-line1" />
            <TextField
              {...form.field('address_line2')}
              label={t.building}
              maxLength={100}
              autoComplete="address-line2"
            />
          </SimpleGrid>
        </Stack>
      </Section>
      <FormBar />
    </Form>
  );
}
