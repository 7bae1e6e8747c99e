import './comment-templates.css';
import * as contract from '@lanka/domain/comment_templates/contract';
import { ActionIcon, Button, Group, Modal, Text, Tooltip } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { SettingsTabs } from '../projects';
import { text } from './text';

type Template = contract.CommentTemplate;

/** `/cp/settings/comments`. */
export function CommentTemplatesPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const templates = useCall(contract.listCommentTemplates, { params: { project_id } });
  const [editing, setEditing] = useState<Template | 'new' | null>(null);
  const mayEdit = can('comment_templates.edit');
  const isFull = (templates.data?.items.length ?? 0) >= contract.MAX_COMMENT_TEMPLATES;
  const add = () => setEditing('new');
  return (
    <Page title={t.title} narrow action={mayEdit && !isFull && { label: t.add, icon: IconPlus, onClick: add }}>
      <SettingsTabs />
      <Loaded query={templates}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              drawing="connect"
              title={t.empty}
              text={t.emptyText}
              action={mayEdit && <Button onClick={add}>{t.add}</Button>}
            />
          ) : (
            <>
              <Text c="dimmed">{t.about}</Text>
              <Some title={t.list} items={items.filter(({ archived }) => !archived)} edit={mayEdit && setEditing} />
              <Some title={t.archived} items={items.filter(({ archived }) => archived)} edit={mayEdit && setEditing} />
            </>
          )
        }
      </Loaded>
      <Modal
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? t.add : t.editTitle}
        centered
      >
        {editing && <TemplateForm template={editing === 'new' ? null : editing} close={() => setEditing(null)} />}
      </Modal>
    </Page>
  );
}

interface SomeProps {
  title: string;
  items: readonly Template[];
  edit: false | ((template: Template) => void);
}

function Some({ title, items, edit }: SomeProps) {
  if (items.length === 0) return null;
  return (
    <Section title={title} flush>
      <ul className="comment-templates">
        {items.map((template) => (
          <li key={template.id}>
            <div>
              <Text fw={500} className="wrap-anywhere">
                {template.name}
              </Text>
              <Text size="sm" c="dimmed" className="comment-template-text">
                {template.text}
              </Text>
            </div>
            {edit && <Actions template={template} edit={edit} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Actions({ template, edit }: { template: Template; edit: (template: Template) => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { id, name, archived, version } = template;
  const update = useAction(contract.updateCommentTemplate, { success: archived ? t.restored : t.archivedNow });
  const move = () => update.mutate({ params: { project_id, id }, body: { archived: !archived }, if_match: version });
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const;
  const label = archived ? t.restore(name) : t.archive(name);
  return (
    <Group gap={0} wrap="nowrap">
      <Tooltip label={t.edit(name)}>
        <ActionIcon {...button} aria-label={t.edit(name)} onClick={() => edit(template)}>
          <IconPencil size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={label}>
        <ActionIcon {...button} aria-label={label} loading={update.isPending} onClick={move}>
          {archived ? <IconArchiveOff size={18} /> : <IconArchive size={18} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function TemplateForm({ template, close }: { template: Template | null; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: t.saved, quiet: true };
  const create = useAction(contract.createCommentTemplate, saving);
  const update = useAction(contract.updateCommentTemplate, saving);
  const form = useEntityForm({
    schema: contract.CreateCommentTemplateBody,
    initial: { name: template?.name ?? '', text: template?.text ?? '' },
    guard: false,
    ...(template ? { version: template.version } : {}),
    submit: ({ values, version }) =>
      template
        ? update.mutateAsync({ params: { project_id, id: template.id }, body: values, if_match: version })
        : create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label={t.name} required maxLength={contract.MAX_TEMPLATE_NAME} autoFocus />
      <TextareaField
        {...form.field('text')}
        label={t.body}
        hint={t.bodyHint}
        required
        rows={5}
        maxLength={contract.MAX_TEMPLATE_TEXT}
      />
      <SubmitButton back={close} />
    </Form>
  );
}
