import * as contract from '@lanka/domain/projects/contract';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Form, FormBar } from '../kit/form/Form';
import { PhoneField, RadioField, SelectField, SwitchField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/query';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { KeyFacts, Section } from '../kit/ui/facts';
import { ImageUploader } from '../kit/ui/files';
import { Page } from '../kit/ui/page';
import { RouteTabs } from '../kit/ui/route-tabs';
import { Loaded } from '../kit/ui/states';
import { Phone } from '../kit/ui/values';
import { TaxCodeField } from './TaxCodeField';
import { text } from './text';

const Fields = contract.updateProject.body.shape.project;

export function SettingsTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: '/cp/settings', label: t.project },
        { to: '/cp/settings/payments', label: t.payment },
      ]}
    />
  );
}

export function SettingsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const project = useCall(contract.readProject, { params: { project_id } });
  return (
    <Page title={t.settings} narrow>
      <SettingsTabs />
      <Loaded query={project}>
        {(loaded) =>
          can('project.edit') ? <ProjectForm key={loaded.id} project={loaded} /> : <ProjectFacts project={loaded} />
        }
      </Loaded>
    </Page>
  );
}

/** For those who may look but not change. */
function ProjectFacts({ project }: { project: contract.Project }) {
  const t = useText(text);
  return (
    <>
      <Text c="dimmed">{t.readOnly}</Text>
      <KeyFacts
        facts={[
          { label: t.title, value: project.title },
          { label: t.legalName, value: project.legal_name },
          { label: t.taxCode, value: project.edropoy_code },
          { label: t.contactPerson, value: project.contact_person },
          { label: t.category, value: project.category },
          { label: t.phone, value: <Phone number={project.phone} /> },
        ]}
      />
    </>
  );
}

function ProjectForm({ project }: { project: contract.Project }) {
  const t = useText(text);
  const { refresh } = useSession();
  const update = useAction(contract.updateProject, { invalidates: [contract.readProject], quiet: true });
  const form = useEntityForm({
    schema: Fields,
    initial: project,
    version: project.version,
    success: t.saved,
    submit: ({ changed, version }) =>
      update.mutateAsync({ params: { project_id: project.id }, body: { project: changed }, if_match: version }),
    // the switcher shows the title and the logo
    onSaved: () => void refresh(),
  });
  const now = form.watch();
  const legalTypes = Object.entries(t.legalTypes).map(([value, label]) => ({ value, label }));
  const labels = {
    title: t.title,
    legal_type: t.legalType,
    legal_name: t.legalName,
    contact_person: t.contactPerson,
    edropoy_code: t.taxCode,
    category: t.category,
    phone: t.phone,
    allow_backorders: t.backorders,
  };
  return (
    <Form form={form} labels={labels}>
      <Section>
        <Stack gap="md">
          <ImageUploader
            projectId={project.id}
            label={t.logo}
            hint={t.logoHint}
            url={now.logo === null ? null : project.logo_url}
            onChange={(uploaded) => form.setValue('logo', uploaded?.file_name ?? null)}
          />
          <TextField {...form.field('title')} label={t.title} hint={t.titleHint} required maxLength={120} />
          <RadioField {...form.field('legal_type')} label={t.legalType} options={legalTypes} required />
          <TextField
            {...form.field('legal_name')}
            label={t.legalName}
            hint={t.legalNameHint}
            required
            maxLength={200}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TaxCodeField
              field={form.field('edropoy_code')}
              label={t.taxCode}
              value={now.edropoy_code}
              legalType={now.legal_type}
              required
            />
            <TextField {...form.field('contact_person')} label={t.contactPerson} required maxLength={200} />
            <SelectField
              {...form.field('category')}
              label={t.category}
              options={contract.CATEGORIES}
              searchable={false}
              required
            />
            <PhoneField {...form.field('phone')} label={t.phone} />
          </SimpleGrid>
          <SwitchField {...form.field('allow_backorders')} label={t.backorders} hint={t.backordersHint} />
        </Stack>
      </Section>
      <FormBar />
    </Form>
  );
}
