import * as contract from '@lanka/domain/catalog/columns';
import { ActionIcon, Alert, Badge, Button, Group, Menu, Modal, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowMerge,
  IconDots,
  IconList,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { TemplateTabs } from '../templates';
import { ColumnForm, ColumnValues, MergeForm } from './ColumnDialogs';
import { text } from './columns-text';

type Column = contract.AttributeColumn;
type Open = { what: 'new' } | { what: 'edit' | 'merge' | 'values'; id: string } | null;

/** Words in a column of numbers, or a name that another column has too but for its case. */
const isContradictory = ({ value_type, not_numbers_count, alike }: Column): boolean =>
  alike.length > 0 || (value_type === 'number' && not_numbers_count > 0);

/** The attribute columns of the project: what variants differ by (specification §3). */
export function ColumnsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const columns = useCall(contract.listColumns, { params: { project_id } });
  const [open, setOpen] = useState<Open>(null);
  const [only, setOnly] = useState(false);
  const edits = can('templates.edit');
  const add = () => setOpen({ what: 'new' });
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      crumbs={[{ to: '/cp/products', label: t.products }]}
      narrow
      action={edits && { label: t.add, icon: IconPlus, onClick: add }}
    >
      <TemplateTabs />
      <Loaded query={columns}>
        {({ items }) => {
          const wrong = items.filter(isContradictory);
          const shown = only && wrong.length > 0 ? wrong : items;
          return items.length === 0 ? (
            <EmptyState
              drawing="boxes"
              title={t.empty}
              text={t.emptyText}
              action={edits && <Button onClick={add}>{t.add}</Button>}
            />
          ) : (
            <>
              {wrong.length > 0 && (
                <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t.problems(wrong.length)}>
                  <Text size="sm" mb="xs">
                    {t.problemsText}
                  </Text>
                  {wrong.length < items.length && (
                    <Button variant="default" size="compact-md" onClick={() => setOnly(!only)}>
                      {only ? t.all : t.onlyProblems}
                    </Button>
                  )}
                </Alert>
              )}
              <Section flush>
                <ul className="columns-list">
                  {shown.map((column) => (
                    <Row key={column.id} column={column} edits={edits} setOpen={setOpen} />
                  ))}
                </ul>
              </Section>
            </>
          );
        }}
      </Loaded>
      {open && columns.data && (
        <Dialog
          key={JSON.stringify(open)}
          open={open}
          items={columns.data.items}
          edits={edits}
          close={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

interface RowProps {
  column: Column;
  edits: boolean;
  setOpen: (open: Open) => void;
}

function Row({ column, edits, setOpen }: RowProps) {
  const t = useText(text);
  const { id, name, value_type, products_count, values_count, in_name_count, not_numbers_count, alike } = column;
  return (
    <li className="columns-row">
      <div className="columns-about">
        <Group gap={8}>
          <UnstyledButton onClick={() => setOpen({ what: 'values', id })}>
            <Text component="span" fw={500} className="wrap-anywhere">
              {name}
            </Text>
          </UnstyledButton>
          <Badge variant="default" radius="sm" tt="none" fw={500}>
            {t.types[value_type]}
          </Badge>
          {value_type === 'number' && not_numbers_count > 0 && (
            <Badge color="yellow" variant="light" radius="sm" tt="none" fw={500}>
              {t.notNumbers(not_numbers_count)}
            </Badge>
          )}
          {alike.map((other) => (
            <Badge key={other.id} color="yellow" variant="light" radius="sm" tt="none" fw={500}>
              {t.alike(other.name)}
            </Badge>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {t.counts(products_count, values_count)}
          {products_count > 0 && ` · ${t.inName(in_name_count, products_count)}`}
        </Text>
      </div>
      <RowMenu column={column} edits={edits} setOpen={setOpen} />
    </li>
  );
}

function RowMenu({ column, edits, setOpen }: RowProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const { id, name, value_type, not_numbers_count } = column;
  const update = useAction(contract.updateColumn, { success: t.saved });
  const remove = useAction(contract.deleteColumn, { success: t.removed });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.actions(name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconList size={16} />} onClick={() => setOpen({ what: 'values', id })}>
          {t.values}
        </Menu.Item>
        {edits && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setOpen({ what: 'edit', id })}>
              {t.edit}
            </Menu.Item>
            {value_type === 'number' && not_numbers_count > 0 && (
              <Menu.Item
                leftSection={<IconPencil size={16} />}
                onClick={() => update.mutate({ params: { project_id, id }, body: { value_type: 'text' } })}
              >
                {t.keepText}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconArrowMerge size={16} />} onClick={() => setOpen({ what: 'merge', id })}>
              {t.merge}
            </Menu.Item>
            {column.products_count === 0 && (
              <Menu.Item
                leftSection={<IconTrash size={16} />}
                onClick={() => remove.mutate({ params: { project_id, id } })}
              >
                {t.remove}
              </Menu.Item>
            )}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface DialogProps {
  open: NonNullable<Open>;
  items: readonly Column[];
  edits: boolean;
  close: () => void;
}

function Dialog({ open, items, edits, close }: DialogProps) {
  const t = useText(text);
  const column = open.what === 'new' ? null : (items.find(({ id }) => id === open.id) ?? null);
  if (open.what !== 'new' && !column) return null;
  const titles = {
    new: t.add,
    edit: t.edit,
    merge: t.mergeTitle(column?.name ?? ''),
    values: t.valuesOf(column?.name ?? ''),
  };
  return (
    <Modal opened onClose={close} title={titles[open.what]} centered>
      {(open.what === 'new' || open.what === 'edit') && <ColumnForm column={column} close={close} />}
      {open.what === 'merge' && column && <MergeForm column={column} items={items} close={close} />}
      {open.what === 'values' && column && <ColumnValues column={column} edits={edits} />}
    </Modal>
  );
}
