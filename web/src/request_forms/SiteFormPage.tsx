import * as contract from '@lanka/domain/request_forms/contract';
import { Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton, Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import { RadioField, SwitchField, TagsField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { REQUESTS } from './RequestFormsPage';
import { text } from './text';

/** `/cp/integrations/api/requests/form`: the ready form, where it may stand and what it says. */
export function SiteFormPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const form = useCall(contract.readSiteForm, { params: { project_id } });
  return (
    <Page title={t.site.title} subtitle={t.site.subtitle} crumbs={[{ to: REQUESTS, label: t.title }]} narrow>
      <Loaded query={form}>{(known) => <Settings known={known} />}</Loaded>
    </Page>
  );
}

function Settings({ known }: { known: contract.SiteForm }) {
  const t = useText(text).site;
  const project_id = useProjectId();
  const save = useAction(contract.saveSiteForm, { success: t.saved, quiet: true });
  const form = useEntityForm({
    schema: contract.SaveSiteFormBody,
    initial: known,
    ...(known.version === null ? {} : { version: known.version }),
    submit: ({ values, version }) => save.mutateAsync({ params: { project_id }, body: values, if_match: version }),
  });
  const locales = [
    { value: 'ua', label: t.locales.ua },
    { value: 'en', label: t.locales.en },
  ];
  return (
    <Stack gap="lg">
      <Form form={form} labels={{ enabled: t.on, origins: t.origins, title: t.heading }}>
        <SwitchField {...form.field('enabled')} label={t.on} />
        <TagsField {...form.field('origins')} label={t.origins} hint={t.originsHint} />
        <RadioField {...form.field('locale')} label={t.locale} options={locales} />
        <TextField {...form.field('title')} label={t.heading} hint={t.headingHint} maxLength={120} />
        <TextareaField {...form.field('notice')} label={t.notice} hint={t.noticeHint} maxLength={500} />
        <TextField {...form.field('thanks')} label={t.thanks} hint={t.thanksHint} maxLength={300} />
        <FormBar />
      </Form>
      <Snippet known={known} />
    </Stack>
  );
}

function Snippet({ known: { enabled, script_url } }: { known: contract.SiteForm }) {
  const t = useText(text).site;
  const code = `<script src="${script_url}"></script>`;
  return (
    <Section title={t.code}>
      <Stack gap="xs">
        <Text size="sm">{t.codeText}</Text>
        {!enabled && (
          <Text size="sm" c="dimmed">
            {t.codeOff}
          </Text>
        )}
        <Group gap={4} wrap="nowrap">
          <Code className="wrap-anywhere" data-testid="site-form-code">
            {code}
          </Code>
          <CopyButton value={code} label={t.copy} />
        </Group>
      </Stack>
    </Section>
  );
}
