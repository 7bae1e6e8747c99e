import { suggestTags } from '@lanka/domain/catalog/contract';
import { createStocktake } from '@lanka/domain/stocktakes/contract';
import { Group, Stack } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { useCategories } from '../categories';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { SelectField, TagsField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

const LIST = '/cp/stocktakes';

export function NewStocktakePage() {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const navigate = useNavigate();
  /** It was opened from the scan screen, to count at once. */
  const [search] = useSearchParams();
  const pathOf = (id: string) =>
    search.get('then') === 'scan' ? `/cp/scan?mode=count&stocktake=${id}` : `${LIST}/${id}`;
  const create = useAction(createStocktake, { success: t.opened, quiet: true });
  const tags = useCall(suggestTags, { params, query: {} });
  const categories = useCategories(params.project_id);
  const form = useEntityForm({
    schema: createStocktake.body,
    initial: { category_id: '', tags: [], place: '', comment: '' },
    submit: ({ values }) => create.mutateAsync({ params, body: values }),
    onSaved: ({ id }) => navigate(pathOf(id), { replace: true }),
  });
  return (
    <Page title={t.createTitle} crumbs={[{ to: LIST, label: t.title }]} narrow>
      <Form form={form}>
        <Section title={t.part}>
          <Stack gap="md">
            {categories.options.length > 0 && (
              <SelectField
                {...form.field('category_id')}
                label={t.category}
                hint={t.categoryHint}
                options={categories.options}
              />
            )}
            <TagsField {...form.field('tags')} label={t.tags} hint={t.tagsHint} suggestions={tags.data ?? []} />
            <TextField {...form.field('place')} label={t.place} hint={t.placeHint} maxLength={60} />
            <TextareaField {...form.field('comment')} label={t.comment} rows={2} maxLength={1000} />
          </Stack>
        </Section>
        <Group justify="flex-end">
          <SubmitButton back={LIST}>{t.create}</SubmitButton>
        </Group>
      </Form>
    </Page>
  );
}
