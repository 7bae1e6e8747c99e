import './marking.css';
import { fieldRef, isForLabels } from '@lanka/domain/marking/label-fields';
import * as contract from '@lanka/domain/marking/labels';
import { TEMPLATE_SETS } from '@lanka/domain/templates/fields';
import { ActionIcon, Button, Checkbox, Group, Modal, MultiSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { SelectField, TextField } from '../kit/form/fields';
import { type FieldBinding, useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { ofSet, useTemplates } from '../templates';
import { LabelsTabs } from './LabelsTabs';
import { Picture } from './Picture';
import { text } from './text';

type Editing = contract.LabelTemplate | 'new' | null;

/** `/cp/labels/templates`: what stands on which labels, each with its picture. */
export function TemplatesPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const templates = useCall(contract.listLabelTemplates, { params: { project_id } });
  const [editing, setEditing] = useState<Editing>(null);
  const mayEdit = can('marking.edit');
  const add = () => setEditing('new');
  return (
    <Page title={t.labels} action={mayEdit && { label: t.addTemplate, icon: IconPlus, onClick: add }}>
      <LabelsTabs />
      <Loaded query={templates}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              drawing="boxes"
              title={t.noTemplates}
              text={t.noTemplatesText}
              action={mayEdit && <Button onClick={add}>{t.addTemplate}</Button>}
            />
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {items.map((one) => (
                <Card key={one.id} template={one} edit={mayEdit ? () => setEditing(one) : null} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <Modal
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? t.addTemplate : t.editTemplate}
        size="xl"
        centered
      >
        {editing && <EditForm template={editing === 'new' ? null : editing} close={() => setEditing(null)} />}
      </Modal>
    </Page>
  );
}

function Card({ template, edit }: { template: contract.LabelTemplate; edit: (() => void) | null }) {
  const t = useText(text);
  const project_id = useProjectId();
  const confirm = useConfirm();
  const remove = useAction(contract.deleteLabelTemplate, { success: t.deleted });
  const { id, name } = template;
  const askRemove = async () => {
    const question = {
      title: t.deleteTitle(name),
      effects: t.deleteEffects,
      confirmLabel: t.delete,
      danger: true,
    };
    if (await confirm(question)) remove.mutate({ params: { project_id, id } });
  };
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const;
  const actions = edit && (
    <Group gap={4} wrap="nowrap">
      <ActionIcon {...button} aria-label={t.editOf(name)} onClick={edit}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon {...button} aria-label={t.deleteOf(name)} onClick={() => void askRemove()}>
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  );
  return (
    <Section title={<span className="wrap-anywhere">{name}</span>} action={actions}>
      <Text size="sm" c="dimmed" mb="sm">
        {t.formats[template.format]}
      </Text>
      <Picture design={template} />
    </Section>
  );
}

const TemplateForm = z.object({
  name: contract.CreateTemplateBody.shape.name,
  format: contract.LabelFormat,
  parts: contract.CreateTemplateBody.shape.parts,
  own_text: contract.CreateTemplateBody.shape.own_text,
  fields: contract.CreateTemplateBody.shape.fields,
});

function EditForm({ template, close }: { template: contract.LabelTemplate | null; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: t.saved, quiet: true };
  const create = useAction(contract.createLabelTemplate, saving);
  const update = useAction(contract.updateLabelTemplate, saving);
  const { name, format, parts, own_text, fields } = template ?? {
    ...{ name: '', format: '58x40' as const, parts: [...contract.USUAL_PARTS], own_text: '', fields: [] },
  };
  const form = useEntityForm({
    schema: TemplateForm,
    initial: { name, format, parts, own_text, fields },
    guard: false,
    ...(template ? { version: template.version } : {}),
    submit: ({ values, version }) =>
      template
        ? update.mutateAsync({ params: { project_id, id: template.id }, body: values, if_match: version })
        : create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  const now = form.watch();
  const design = {
    format: (now.format ?? format) as contract.LabelFormat,
    parts: (now.parts ?? []) as contract.LabelPart[],
    own_text: String(now.own_text ?? ''),
    fields: (now.fields ?? []) as string[],
  };
  return (
    <Form form={form}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Stack gap="md">
          <TextField {...form.field('name')} label={t.name} required maxLength={80} autoFocus />
          <SelectField
            {...form.field('format')}
            label={t.format}
            required
            options={contract.LabelFormat.options.map((value) => ({ value, label: t.formats[value] }))}
          />
          <PartsField {...form.field('parts')} />
          <FieldsField {...form.field('fields')} />
          {design.parts.includes('own_text') && (
            <TextField {...form.field('own_text')} label={t.ownText} hint={t.ownTextHint} maxLength={200} />
          )}
        </Stack>
        <Picture design={design} />
      </SimpleGrid>
      <SubmitButton back={close} />
    </Form>
  );
}

/** Additional fields of goods, of orders and of their items; nothing where the project has none. */
function FieldsField({ name, control }: FieldBinding) {
  const t = useText(text);
  const { field, fieldState } = useController({ name, control });
  const items = useTemplates(useProjectId()).data?.items;
  const groups = TEMPLATE_SETS.map((set) => ({
    group: t.fieldSets[set],
    items: ofSet(items, set)
      .filter(isForLabels)
      // of what was chosen no group is seen
      .map((one) => ({ value: fieldRef(one), label: `${one.name} (${t.fieldOf[set]})` })),
  })).filter((group) => group.items.length > 0);
  if (groups.length === 0) return null;
  return (
    <MultiSelect
      label={t.fields}
      description={t.fieldsHint}
      data={groups}
      value={(field.value ?? []) as string[]}
      onChange={field.onChange}
      maxValues={contract.MAX_LABEL_FIELDS}
      error={fieldState.error?.message}
      searchable
      clearable
    />
  );
}

function PartsField({ name, control }: FieldBinding) {
  const t = useText(text);
  const { field, fieldState } = useController({ name, control });
  const chosen = (field.value ?? []) as contract.LabelPart[];
  return (
    <Checkbox.Group
      label={t.shown}
      value={chosen}
      onChange={(next) => field.onChange(contract.LABEL_PARTS.filter((part) => next.includes(part)))}
      error={fieldState.error ? t.shownRequired : undefined}
    >
      <Stack gap={6} mt={6}>
        {contract.LABEL_PARTS.map((part) => (
          <Checkbox key={part} value={part} label={t.parts[part]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
