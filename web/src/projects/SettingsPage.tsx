import { StockTelling } from '@lanka/domain/kit/availability';
import { formatIban } from '@lanka/domain/kit/iban';
import * as contract from '@lanka/domain/projects/contract';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { KeyFacts, Section } from '../kit/display/facts';
import { Phone } from '../kit/display/values';
import { Form, FormBar } from '../kit/form/Form';
import {
  PercentField,
  PhoneField,
  QuantityField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { upload } from '../kit/http/upload';
import { messageOf } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { DeleteProject } from './DeleteProject';
import { PausePart } from './PausePart';
import { PictureField } from './picture/PictureField';
import { SettingsTabs } from './SettingsTabs';
import { TaxCodeField } from './TaxCodeField';
import { text } from './text';

const Fields = contract.updateProject.body.shape.project.pick({
  logo: true,
  title: true,
  legal_type: true,
  legal_name: true,
  edropoy_code: true,
  contact_person: true,
  category: true,
  phone: true,
  website: true,
  iban: true,
  allow_backorders: true,
  temporary_booking_share: true,
  temporary_booking_lines: true,
  reservation_days: true,
  stock_told: true,
  stock_many_from: true,
});

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
          can('project.edit') ? (
            <>
              <PausePart key={loaded.paused_until} project={loaded} />
              <ProjectForm key={loaded.id} project={loaded} />
            </>
          ) : (
            <ProjectFacts project={loaded} />
          )
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
          { label: t.website, value: project.website ?? '–' },
        ]}
      />
    </>
  );
}

function ProjectForm({ project }: { project: contract.Project }) {
  const t = useText(text);
  const { refresh, can } = useSession();
  const update = useAction(contract.updateProject, { quiet: true });
  const form = useEntityForm({
    schema: Fields,
    initial: { ...project, iban: project.iban === null ? null : formatIban(project.iban) },
    version: project.version,
    success: t.saved,
    submit: ({ changed, version }) =>
      update.mutateAsync({ params: { project_id: project.id }, body: { project: changed }, if_match: version }),
    // the switcher shows the title and the logo
    onSaved: () => void refresh(),
  });
  const logo = useLogoUpload(project.id);
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
    website: t.website,
    iban: t.iban,
    allow_backorders: t.backorders,
    temporary_booking_share: t.temporaryShare,
    temporary_booking_lines: t.temporaryLines,
    reservation_days: t.reservationDays,
    stock_told: t.stockTold,
    stock_many_from: t.manyFrom,
  };
  return (
    <Form form={form} labels={labels}>
      <Section>
        <Stack gap="md">
          <PictureField
            label={t.logo}
            hint={t.logoHint}
            url={now.logo === null ? null : project.logo_url}
            busy={logo.isSending}
            error={logo.error}
            onCropped={(square) => void logo.send(square).then((name) => name && form.setValue('logo', name))}
            onRemove={() => form.setValue('logo', null)}
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
            <TextField
              {...form.field('website')}
              label={t.website}
              hint={t.websiteHint}
              placeholder="https://"
              maxLength={300}
              autoComplete="url"
            />
            <TextField
              {...form.field('iban')}
              label={t.iban}
              hint={t.projectIbanHint}
              placeholder="UA…"
              maxLength={60}
              autoComplete="off"
            />
          </SimpleGrid>
          <SwitchField {...form.field('allow_backorders')} label={t.backorders} hint={t.backordersHint} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <PercentField
              {...form.field('temporary_booking_share')}
              label={t.temporaryShare}
              hint={t.temporaryShareHint}
              required
            />
            <QuantityField
              {...form.field('temporary_booking_lines')}
              label={t.temporaryLines}
              hint={t.temporaryLinesHint}
              min={0}
              max={500}
              required
            />
            <QuantityField
              {...form.field('reservation_days')}
              label={t.reservationDays}
              hint={t.reservationDaysHint}
              min={0}
              max={contract.MAX_RESERVATION_DAYS}
              required
            />
          </SimpleGrid>
          <RadioField
            {...form.field('stock_told')}
            label={t.stockTold}
            options={StockTelling.options.map((value) => ({ value, label: t.tellings[value] }))}
          />
          {now.stock_told === 'many' && (
            <QuantityField {...form.field('stock_many_from')} label={t.manyFrom} min={1} max={1_000_000} required />
          )}
        </Stack>
      </Section>
      {can('project.delete') && <DeleteProject project={project} />}
      <FormBar />
    </Form>
  );
}

/** Sends the square as a file of the project; answers its name for the form, or null when it did not arrive. */
function useLogoUpload(projectId: string) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (square: Blob): Promise<string | null> => {
    setSending(true);
    setError(null);
    try {
      return (await upload(projectId, new File([square], 'logo.png', { type: square.type }))).file_name;
    } catch (reason) {
      setError(messageOf(reason));
      return null;
    } finally {
      setSending(false);
    }
  };
  return { isSending, error, send };
}
