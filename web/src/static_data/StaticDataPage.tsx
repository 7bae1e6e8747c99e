import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import * as contract from '@lanka/domain/static_data/contract';
import { ActionIcon, Button, Code, Group, Image, Input, List, Modal, Stack, Text } from '@mantine/core';
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { z } from 'zod';
import { ApiTabs } from '../api_keys';
import { CopyButton, Section } from '../kit/display/facts';
import { IMAGE_TYPES } from '../kit/display/photos';
import { Form, SubmitButton } from '../kit/form/Form';
import { type FieldProps, QuantityField, RadioField, TextareaField, TextField, useBound } from '../kit/form/fields';
import { FileDrop } from '../kit/form/files';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useOpened } from '../kit/page/opened';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Past } from './Past';
import { text } from './text';

/** What is edited: known data, new ones, or nothing. */
type Editing = contract.StaticData | 'new' | null;

/** `/cp/integrations/api`: what an owner keeps for his own site. */
export function StaticDataPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const data = useCall(contract.listStaticData, { params: { project_id } });
  const [editing, setEditing] = useState<Editing>(null);
  const mayEdit = can('static_data.edit');
  const add = () => setEditing('new');
  const past = useOpened('history');
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      narrow
      action={mayEdit && { label: t.add, icon: IconPlus, onClick: add }}
      menu={[{ label: t.history, icon: IconHistory, onClick: past.open }]}
    >
      <ApiTabs />
      <Loaded query={data}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              drawing="connect"
              title={t.empty}
              text={t.emptyText}
              action={mayEdit && <Button onClick={add}>{t.add}</Button>}
            />
          ) : (
            <Stack gap="md">
              {items.map((one) => (
                <Card key={one.id} data={one} edit={mayEdit ? () => setEditing(one) : null} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Modal
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? t.add : t.edit}
        size="lg"
        centered
      >
        {editing && <EditForm data={editing === 'new' ? null : editing} close={() => setEditing(null)} />}
      </Modal>
      <Modal opened={past.opened} onClose={past.close} title={t.history} size="lg" centered>
        <Past />
      </Modal>
    </Page>
  );
}

function Card({ data, edit }: { data: contract.StaticData; edit: (() => void) | null }) {
  const t = useText(text);
  const remove = useRemove(data);
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const;
  const actions = edit && (
    <Group gap={4} wrap="nowrap">
      <ActionIcon {...button} aria-label={t.editOf(data.name)} onClick={edit}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t.deleteOf(data.name)} onClick={() => void remove()}>
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  );
  return (
    <Section title={<span className="wrap-anywhere">{data.name}</span>} action={actions}>
      <Group gap={4} mb="xs" wrap="nowrap">
        <Code>{data.key}</Code>
        <CopyButton value={data.key} label={t.key} />
      </Group>
      <Shown content={data.content} />
    </Section>
  );
}

function Shown({ content }: { content: contract.Content }) {
  if (content.type === 'number') return <Text className="figures">{content.value.toLocaleString('uk-UA')}</Text>;
  if (content.type === 'picture')
    return <Image src={content.value} alt={content.alt} mah={240} maw="100%" w="auto" fit="contain" radius="md" />;
  if (content.type === 'text')
    return (
      <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
        {content.value}
      </Text>
    );
  return (
    <List>
      {content.value.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same item may stand twice, and none is moved here
        <List.Item key={place} className="wrap-anywhere">
          {item}
        </List.Item>
      ))}
    </List>
  );
}

function useRemove(data: contract.StaticData) {
  const t = useText(text);
  const project_id = useProjectId();
  const confirm = useConfirm();
  const remove = useAction(contract.deleteStaticData, { success: t.deleted });
  return async () => {
    const question = {
      title: t.deleteTitle(data.name),
      effects: t.deleteEffects,
      confirmLabel: t.delete,
      danger: true,
    };
    if (await confirm(question)) remove.mutate({ params: { project_id, id: data.id } });
  };
}

/** The picture that was sent just now takes the place of the one that is there. */
function PictureField(props: FieldProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const { onChange, common } = useBound(props);
  const [sent, setSent] = useState<string | null>(null);
  return (
    <Input.Wrapper
      label={common.label}
      error={common.error}
      withAsterisk={common.withAsterisk}
      labelElement="div"
      role="group"
    >
      <FileDrop
        projectId={project_id}
        label={t.choosePicture}
        hint={sent === null ? t.pictureHint : t.chosen(sent)}
        accept={IMAGE_TYPES}
        maxBytes={MAX_IMAGE_BYTES}
        onUploaded={({ file_name }, file) => {
          setSent(file.name);
          onChange(file_name);
        }}
      />
    </Input.Wrapper>
  );
}

const { key, name, position } = contract.CreateStaticDataBody.shape;
const DataForm = z
  .object({
    name,
    key,
    position,
    type: z.enum(contract.CONTENT_TYPES),
    text: z.string().optional(),
    number: z.string().optional(),
    list: z.string().optional(),
    /** The upload of a picture; empty: the one that is there stays. */
    picture: z.string().optional(),
    alt: z.string().optional(),
  })
  .check((context) => {
    const { type } = context.value;
    const { error } = contract.GivenContent.safeParse(contentOf(context.value));
    // what is wrong with the content is said at the one field that it was typed into
    for (const issue of error?.issues ?? [])
      context.issues.push({ ...issue, path: [type], input: context.value[type] } as z.core.$ZodRawIssue);
  });
type DataForm = z.infer<typeof DataForm>;

/** People type a number with a comma, and a list one item to a line. */
function contentOf({
  type,
  text: typed = '',
  number = '',
  list = '',
  picture,
  alt = '',
}: DataForm): contract.GivenContent {
  if (type === 'picture') return { type, alt, ...(picture ? { file_name: picture } : {}) };
  if (type === 'number') return { type, value: Number(number.replace(/\s/g, '').replace(',', '.') || Number.NaN) };
  if (type === 'list') return { type, value: list.split('\n').filter((line) => line.trim() !== '') };
  return { type, value: typed };
}

function typedOf(content: contract.Content) {
  if (content.type === 'picture') return { type: content.type, alt: content.alt };
  const { type, value } = content;
  if (type === 'number') return { type, number: String(value).replace('.', ',') };
  return type === 'list' ? { type, list: value.join('\n') } : { type, text: value };
}

function EditForm({ data, close }: { data: contract.StaticData | null; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: t.saved, quiet: true };
  const create = useAction(contract.createStaticData, saving);
  const update = useAction(contract.updateStaticData, saving);
  const form = useEntityForm({
    schema: DataForm,
    initial: {
      ...{ name: '', key: '', position: '', text: '', number: '', list: '', picture: '', alt: '' },
      ...(data ? { ...data, ...typedOf(data.content) } : { type: 'text' }),
    },
    guard: false,
    ...(data ? { version: data.version } : {}),
    submit: ({ values, version }) => {
      const { name: named, key: known, position: place } = values;
      const body = { name: named, key: known, position: place, content: contentOf(values) };
      return data
        ? update.mutateAsync({ params: { project_id, id: data.id }, body, if_match: version })
        : create.mutateAsync({ params: { project_id }, body });
    },
    onSaved: close,
  });
  const { type } = form.watch();
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label={t.name} hint={t.nameHint} required maxLength={120} autoFocus />
      <TextField {...form.field('key')} label={t.key} hint={t.keyHint} required maxLength={60} autoComplete="off" />
      <RadioField
        {...form.field('type')}
        label={t.type}
        options={contract.CONTENT_TYPES.map((value) => ({ value, label: t.types[value] }))}
      />
      {type === 'text' && <TextareaField {...form.field('text')} label={t.text} required maxLength={5_000} />}
      {type === 'number' && <TextField {...form.field('number')} label={t.number} required maxLength={40} />}
      {type === 'list' && <TextareaField {...form.field('list')} label={t.list} hint={t.listHint} required rows={5} />}
      {type === 'picture' && (
        <>
          <PictureField {...form.field('picture')} label={t.picture} required={data?.content.type !== 'picture'} />
          <TextField {...form.field('alt')} label={t.alt} hint={t.altHint} maxLength={300} />
        </>
      )}
      <QuantityField {...form.field('position')} label={t.position} hint={t.positionHint} min={0} max={10_000} />
      <SubmitButton back={close} />
    </Form>
  );
}
