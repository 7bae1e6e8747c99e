import * as contract from '@lanka/domain/templates/contract';
import { Button, Modal } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { DuplicateDialog, FieldDialog } from './FieldDialog';
import { FieldAbout, type FieldActions, FieldList } from './FieldList';
import { TemplateTabs } from './TemplateTabs';
import { text } from './text';

export const ProductTemplatePage = () => <TemplatePage key="product" set="product" />;
export const ModificationTemplatePage = () => <TemplatePage key="product_modification" set="product_modification" />;
export const OrderTemplatePage = () => <TemplatePage key="order" set="order" />;
export const OrderItemTemplatePage = () => <TemplatePage key="order_item" set="order_item" />;

type Open = { kind: 'new' } | { kind: 'edit' | 'duplicate'; field: contract.TemplateField } | null;

/** The fields of one set (specification §2.3, Template settings). */
function TemplatePage({ set }: { set: contract.TemplateSet }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const templates = useCall(contract.listTemplates, { params: { project_id } });
  const [open, setOpen] = useState<Open>(null);
  const edits = can('templates.edit');
  const actions = useActions(set, setOpen);
  const add = () => setOpen({ kind: 'new' });
  const close = () => setOpen(null);
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      crumbs={[{ to: '/cp/products', label: t.products }]}
      narrow
      action={edits && { label: t.add, icon: IconPlus, onClick: add }}
    >
      <TemplateTabs />
      <Loaded query={templates}>
        {({ items }) => {
          const fields = items.filter((field) => field.set === set);
          const active = fields.filter(({ archived }) => !archived);
          const archived = fields.filter((field) => field.archived);
          return (
            <>
              {active.length === 0 ? (
                <EmptyState
                  drawing="boxes"
                  title={t.empty}
                  text={t.emptyText[set]}
                  action={edits && <Button onClick={add}>{t.add}</Button>}
                />
              ) : (
                <Section flush>
                  <FieldList fields={active} actions={edits ? actions : null} />
                </Section>
              )}
              {archived.length > 0 && <Archive fields={archived} edits={edits} />}
            </>
          );
        }}
      </Loaded>
      <Modal
        opened={open !== null}
        onClose={close}
        title={open?.kind === 'duplicate' ? t.duplicateTitle(open.field.name) : open?.kind === 'edit' ? t.edit : t.add}
        size="lg"
        centered
      >
        {open?.kind === 'duplicate' && <DuplicateDialog field={open.field} close={close} />}
        {open && open.kind !== 'duplicate' && (
          <FieldDialog set={set} field={open.kind === 'edit' ? open.field : null} close={close} />
        )}
      </Modal>
    </Page>
  );
}

function useActions(set: contract.TemplateSet, setOpen: (open: Open) => void): FieldActions {
  const t = useText(text);
  const project_id = useProjectId();
  const confirm = useConfirm();
  const update = useAction(contract.updateField);
  const archive = useAction(contract.archiveField, { success: t.archived });
  return {
    edit: (field) => setOpen({ kind: 'edit', field }),
    duplicate: (field) => setOpen({ kind: 'duplicate', field }),
    archive: async (field) => {
      const question = { title: t.archiveTitle(field.name), effects: t.archiveEffects, confirmLabel: t.archive };
      if (await confirm(question)) archive.mutate({ params: { project_id, set, id: field.id } });
    },
    move: ({ id }, position) => update.mutateAsync({ params: { project_id, set, id }, body: { position } }),
  };
}

function Archive({ fields, edits }: { fields: readonly contract.TemplateField[]; edits: boolean }) {
  const t = useText(text);
  const project_id = useProjectId();
  const restore = useAction(contract.updateField, { success: t.restored });
  return (
    <Section title={t.archive_section} flush>
      <ul className="template-fields">
        {fields.map((field) => (
          <li key={field.id} className="template-field">
            <FieldAbout field={field} />
            {edits && (
              <Button
                variant="default"
                size="compact-md"
                onClick={() =>
                  restore.mutate({ params: { project_id, set: field.set, id: field.id }, body: { archived: false } })
                }
              >
                {t.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
