import { listProducts } from '@lanka/domain/catalog/contract';
import { Id } from '@lanka/domain/kit/ids';
import * as contract from '@lanka/domain/news/contract';
import { listCounterpartyNames } from '@lanka/domain/partners/contract';
import { Button, Group, Input, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { ChosenField } from '../kit/form/ChosenField';
import { Form, SubmitButton } from '../kit/form/Form';
import { ChoicesField, type FieldProps, RadioField, TextField, useBound } from '../kit/form/fields';
import { FileDrop } from '../kit/form/files';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { useGroups } from '../partners';
import { MarkdownField } from '../projects';
import { text } from './text';

const LIST = '/cp/news';
const FOUND = 20;
const MAX_FILE = 20 * 1024 * 1024;

/** `/cp/news/new` and `/cp/news/…/edit`. */
export function NewsFormPage({ id }: { id: string | null }) {
  const t = useText(text);
  const project_id = useProjectId();
  const item = useCall(contract.readNews, { params: { project_id, id: id ?? '-' } }, { enabled: id !== null });
  const crumbs = [
    { to: LIST, label: t.forDropshippers },
    ...(id ? [{ to: `${LIST}/${id}`, label: item.data?.title ?? '…' }] : []),
  ];
  return (
    <Page title={id ? t.change : t.write} crumbs={crumbs} narrow>
      {id === null ? <Fields item={null} /> : <Loaded query={item}>{(loaded) => <Fields item={loaded} />}</Loaded>}
    </Page>
  );
}

const { title, body, audience, group_ids } = contract.CreateNewsBody.shape;
const Chosen = (most: number) => z.array(z.object({ id: Id, name: z.string() })).max(most);
const Shape = z.object({
  title,
  body,
  audience,
  group_ids,
  counterparties: Chosen(contract.MAX_NEWS_PARTIES).optional(),
  products: Chosen(contract.MAX_NEWS_GOODS).optional(),
  /** A new upload, or the file that is there already. */
  file: z.object({ name: z.string(), file_name: z.string().optional() }).nullable().optional(),
});
type Shape = z.infer<typeof Shape>;

function toBody({ counterparties = [], products = [], file, ...rest }: Shape): contract.CreateNewsBody {
  const sent =
    file === null || file === undefined ? { file_name: null } : file.file_name ? { file_name: file.file_name } : {};
  return {
    ...rest,
    counterparty_ids: counterparties.map(({ id }) => id),
    product_ids: products.map(({ id }) => id),
    ...sent,
  };
}

const toForm = (item: contract.NewsItem) => ({
  ...item,
  group_ids: item.groups.map(({ id }) => id),
  products: item.products.map(({ id, name }) => ({ id, name })),
  file: item.file && { name: item.file.name },
});

const EMPTY = {
  ...{ title: '', body: '', audience: 'all', file: null },
  ...{ group_ids: [], counterparties: [], products: [] },
};

function Fields({ item }: { item: contract.NewsItem | null }) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const groups = useGroups(project_id);
  const saving = { success: item ? t.saved : t.draftSaved, quiet: true };
  const create = useAction(contract.createNews, saving);
  const update = useAction(contract.updateNews, saving);
  const form = useEntityForm({
    schema: Shape,
    initial: item ?? EMPTY,
    ...(item ? { fromEntity: (entity) => toForm(entity as unknown as contract.NewsItem) } : {}),
    ...(item ? { version: item.version } : {}),
    submit: ({ values, version }) =>
      item
        ? update.mutateAsync({ params: { project_id, id: item.id }, body: toBody(values), if_match: version })
        : create.mutateAsync({ params: { project_id }, body: toBody(values) }),
    onSaved: ({ id }) => navigate(`${LIST}/${id}`),
  });
  const to = form.watch().audience;
  const params = { project_id };
  const asked = (q: string, signal?: AbortSignal) => ({
    query: { limit: FOUND, ...(q ? { q } : {}) },
    ...(signal ? { signal } : {}),
  });
  return (
    <Form form={form}>
      <Section>
        <Stack gap="md">
          <TextField {...form.field('title')} label={t.heading} required maxLength={160} autoFocus={item === null} />
          <MarkdownField {...form.field('body')} label={t.body} hint={t.bodyHint} maxLength={20_000} />
          <ChosenField
            {...form.field('products')}
            label={t.goods}
            hint={t.goodsHint}
            placeholder={t.findGoods}
            none={t.noGoods}
            find={async (q, signal) => (await call(listProducts, { params, ...asked(q, signal) })).items}
          />
          <FileField {...form.field('file')} label={t.file} hint={t.fileHint} />
        </Stack>
      </Section>
      <Section title={t.audience}>
        <Stack gap="md">
          <RadioField
            {...form.field('audience')}
            label={t.toWhom}
            options={contract.NewsAudience.options.map((value) => ({ value, label: t.audiences[value] }))}
          />
          {to === 'groups' &&
            (groups.options.length > 0 ? (
              <ChoicesField {...form.field('group_ids')} label={t.groups} options={groups.options} required />
            ) : (
              <Text c="dimmed">{t.noGroups}</Text>
            ))}
          {to === 'chosen' && (
            <ChosenField
              {...form.field('counterparties')}
              label={t.chosen}
              hint={t.chosenHint}
              placeholder={t.findPeople}
              none={t.nobodyYet}
              find={async (q, signal) => (await call(listCounterpartyNames, { params, ...asked(q, signal) })).items}
            />
          )}
        </Stack>
      </Section>
      <SubmitButton back={item ? `${LIST}/${item.id}` : LIST}>{item ? t.save : t.saveDraft}</SubmitButton>
    </Form>
  );
}

function FileField(props: FieldProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const { value, onChange, common } = useBound(props);
  const file = value as Shape['file'];
  if (file)
    return (
      <Input.Wrapper label={common.label} error={common.error}>
        <Group gap="xs">
          <Text className="wrap-anywhere">{file.name}</Text>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(null)}>
            {t.takeFileAway}
          </Button>
        </Group>
      </Input.Wrapper>
    );
  return (
    <Input.Wrapper label={common.label} error={common.error} labelElement="div">
      <FileDrop
        projectId={project_id}
        maxBytes={MAX_FILE}
        hint={common.description}
        onUploaded={({ file_name }, { name }) => onChange({ name, file_name })}
      />
    </Input.Wrapper>
  );
}
