import * as contract from '@lanka/domain/projects/contract';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { KeyFacts, Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import { SwitchField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { LazyPart, Together } from '../kit/page/together';
import { useProjectId, useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { LazyMarkdown } from './LazyMarkdown';
import { MarkdownField } from './MarkdownField';
import { showcasePart } from './panels';
import { SettingsTabs } from './SettingsTabs';
import { text } from './text';

const Fields = contract.updateProject.body.shape.project.pick({
  catalogue_visible: true,
  description: true,
  region_restriction: true,
  returns: true,
  delivery: true,
  minimum_order: true,
  delivery_time: true,
});

/** `/cp/settings/catalogue`: what the catalogue of manufacturers shows of the project, and whether it does. */
export function ShowcasePage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const parts = useHook(showcasePart);
  const project = useCall(contract.readProject, { params: { project_id } });
  return (
    <Page title={t.settings} narrow>
      <SettingsTabs />
      <Together>
        {can('project.edit') &&
          parts.map(({ id, Component }) => (
            <LazyPart key={id}>
              <Component />
            </LazyPart>
          ))}
        <Loaded query={project}>
          {(loaded) =>
            can('project.edit') ? <ShowcaseForm key={loaded.id} project={loaded} /> : <ShowcaseFacts project={loaded} />
          }
        </Loaded>
      </Together>
    </Page>
  );
}

function useLabels() {
  const t = useText(text);
  return {
    catalogue_visible: t.visible,
    description: t.description,
    region_restriction: t.regionRestriction,
    minimum_order: t.minimumOrder,
    delivery_time: t.deliveryTime,
    delivery: t.delivery,
    returns: t.returns,
  };
}

function ShowcaseFacts({ project }: { project: contract.Project }) {
  const t = useText(text);
  const labels = useLabels();
  const names = ['region_restriction', 'minimum_order', 'delivery_time', 'delivery', 'returns'] as const;
  return (
    <>
      <Text c="dimmed">{t.readOnly}</Text>
      <KeyFacts
        facts={[
          { label: t.visible, value: project.catalogue_visible ? t.isVisible : t.isHidden },
          ...names.map((name) => ({ label: labels[name], value: project[name] || '–' })),
        ]}
      />
      {project.description && (
        <Section title={t.description}>
          <LazyMarkdown>{project.description}</LazyMarkdown>
        </Section>
      )}
    </>
  );
}

function ShowcaseForm({ project }: { project: contract.Project }) {
  const t = useText(text);
  const labels = useLabels();
  const update = useAction(contract.updateProject, { quiet: true });
  const form = useEntityForm({
    schema: Fields,
    initial: project,
    version: project.version,
    success: t.saved,
    submit: ({ changed, version }) =>
      update.mutateAsync({ params: { project_id: project.id }, body: { project: changed }, if_match: version }),
  });
  const show = (name: string, value: unknown) =>
    name === 'catalogue_visible' ? (value === true ? t.isVisible : t.isHidden) : undefined;
  return (
    <Form form={form} labels={labels} show={show}>
      <Section>
        <SwitchField
          {...form.field('catalogue_visible')}
          label={t.visible}
          hint={form.watch().catalogue_visible ? t.visibleHint : t.hiddenHint}
        />
      </Section>
      <Section>
        <Stack gap="md">
          <MarkdownField
            {...form.field('description')}
            label={t.description}
            hint={t.descriptionHint}
            maxLength={10_000}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField
              {...form.field('minimum_order')}
              label={t.minimumOrder}
              hint={t.minimumOrderHint}
              maxLength={300}
            />
            <TextField
              {...form.field('delivery_time')}
              label={t.deliveryTime}
              hint={t.deliveryTimeHint}
              maxLength={300}
            />
          </SimpleGrid>
          <TextField
            {...form.field('region_restriction')}
            label={t.regionRestriction}
            hint={t.regionRestrictionHint}
            maxLength={300}
          />
          <TextareaField {...form.field('delivery')} label={t.delivery} hint={t.deliveryHint} maxLength={2000} />
          <TextareaField {...form.field('returns')} label={t.returns} hint={t.returnsHint} maxLength={2000} />
        </Stack>
      </Section>
      <FormBar />
    </Form>
  );
}
