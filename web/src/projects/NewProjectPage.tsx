import * as contract from '@lanka/domain/projects/contract';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { Form, SubmitButton } from '../kit/form/Form';
import { RadioField, SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Section } from '../kit/ui/facts';
import { Page } from '../kit/ui/page';
import { TaxCodeField } from './TaxCodeField';
import { text } from './text';

/** `/cp/new-project`: creates a project and goes to work in it. */
export function NewProjectPage() {
  const t = useText(text);
  const { user, switchTo } = useSession();
  const create = useAction(contract.createProject, { quiet: true });
  const form = useEntityForm({
    schema: contract.createProject.body.shape.project,
    initial: {
      title: '',
      legal_type: 'ФОП',
      legal_name: '',
      contact_person: user.name,
      edropoy_code: '',
      category: '',
    },
    // the switch below reloads the page, which must not be asked about
    guard: false,
    submit: ({ values }) => create.mutateAsync({ body: { project: values } }),
    onSaved: (project) => switchTo(project.id),
  });
  const now = form.watch();
  const legalTypes = Object.entries(t.legalTypes).map(([value, label]) => ({ value, label }));
  return (
    <Page title={t.create} narrow>
      <Text c="dimmed">{t.createText}</Text>
      <Form form={form}>
        <Section>
          <Stack gap="md">
            <TextField {...form.field('title')} label={t.title} hint={t.titleHint} required maxLength={120} autoFocus />
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
            </SimpleGrid>
          </Stack>
        </Section>
        <div>
          <SubmitButton>{t.create}</SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
