import * as contract from '@lanka/domain/categories/contract';
import { branchOf, PATH_SEPARATOR } from '@lanka/domain/categories/rules';
import { ActionIcon, Anchor, Button, Group, Modal, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconArrowMerge, IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import './categories.css';
import { text } from './text';

type Category = contract.Category;
/** What is open over the tree. */
type Open =
  | { readonly what: 'form'; readonly category: Category | null; readonly parent_id: string | null }
  | { readonly what: 'merge' | 'remove'; readonly category: Category };

const TOP = 'top';

export function CategoriesPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const tree = useCall(contract.listCategories, { params: { project_id } });
  const [open, setOpen] = useState<Open | null>(null);
  const [wanted, setWanted] = useState('');
  const mayEdit = can('categories.edit');
  const close = () => setOpen(null);
  const add = () => setOpen({ what: 'form', category: null, parent_id: null });
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      crumbs={[{ to: '/cp/products', label: t.products }]}
      narrow
      action={mayEdit && { label: t.add, icon: IconPlus, onClick: add }}
    >
      <Loaded query={tree}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              drawing="boxes"
              title={t.empty}
              text={t.emptyText}
              action={mayEdit && <Button onClick={add}>{t.add}</Button>}
            />
          ) : (
            <Section
              title={t.tree(items.length)}
              flush
              action={
                <TextInput
                  aria-label={t.search}
                  placeholder={t.search}
                  leftSection={<IconSearch size={16} />}
                  value={wanted}
                  onChange={(event) => setWanted(event.currentTarget.value)}
                />
              }
            >
              <Tree items={items} wanted={wanted} mayEdit={mayEdit} open={setOpen} />
            </Section>
          )
        }
      </Loaded>
      {open && tree.data && (
        <Dialog key={`${open.what} ${open.category?.id}`} open={open} items={tree.data.items} close={close} />
      )}
    </Page>
  );
}

/** How many goods each category has with all below it, as the list shows them that it leads to. */
function goodsBelow(items: readonly Category[]): ReadonlyMap<string, number> {
  const parents = new Map(items.map(({ id, parent_id }) => [id, parent_id]));
  const goods = new Map<string, number>();
  for (const { id, goods_count } of items)
    for (let at: string | null | undefined = id; at; at = parents.get(at))
      goods.set(at, (goods.get(at) ?? 0) + goods_count);
  return goods;
}

interface TreeProps {
  items: readonly Category[];
  wanted: string;
  mayEdit: boolean;
  open: (what: Open) => void;
}

function Tree({ items, wanted, mayEdit, open }: TreeProps) {
  const t = useText(text);
  const words = wanted.trim().toLowerCase();
  const shown = items.filter(({ path }) => path.toLowerCase().includes(words));
  const goods = goodsBelow(items);
  const button = { variant: 'subtle', color: 'gray', size: 36 } as const;
  if (shown.length === 0)
    return (
      <Text c="dimmed" px="md" pb="md">
        {t.nothingFound}
      </Text>
    );
  return (
    <ul className="category-tree">
      {shown.map((category) => (
        <li key={category.id}>
          <div className="category-name" style={{ paddingInlineStart: `${depthOf(category) * 20}px` }}>
            <Anchor component={Link} to={`/cp/products?category_id=${category.id}`} className="wrap-anywhere">
              {words === '' ? category.name : category.path}
            </Anchor>
            <Text size="sm" c="dimmed" className="nowrap figures">
              {t.goods(goods.get(category.id) ?? 0)}
            </Text>
          </div>
          {mayEdit && (
            <Group gap={0} wrap="nowrap">
              <Tooltip label={t.addBelow(category.name)}>
                <ActionIcon
                  {...button}
                  aria-label={t.addBelow(category.name)}
                  onClick={() => open({ what: 'form', category: null, parent_id: category.id })}
                >
                  <IconPlus size={18} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t.edit(category.name)}>
                <ActionIcon
                  {...button}
                  aria-label={t.edit(category.name)}
                  onClick={() => open({ what: 'form', category, parent_id: category.parent_id })}
                >
                  <IconPencil size={18} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t.merge(category.name)}>
                <ActionIcon
                  {...button}
                  aria-label={t.merge(category.name)}
                  onClick={() => open({ what: 'merge', category })}
                >
                  <IconArrowMerge size={18} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={t.remove(category.name)}>
                <ActionIcon
                  {...button}
                  aria-label={t.remove(category.name)}
                  onClick={() => open({ what: 'remove', category })}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </Tooltip>
            </Group>
          )}
        </li>
      ))}
    </ul>
  );
}

/** On a phone a deep branch must not push its name out of sight. */
const depthOf = ({ path }: Category): number => Math.min(4, path.split(PATH_SEPARATOR).length - 1);

interface DialogProps {
  open: Open;
  items: readonly Category[];
  close: () => void;
}

function Dialog({ open, items, close }: DialogProps) {
  const t = useText(text);
  const title =
    open.what === 'form'
      ? open.category
        ? t.editTitle
        : t.add
      : open.what === 'merge'
        ? t.mergeTitle(open.category.name)
        : t.removeTitle(open.category.name);
  return (
    <Modal opened onClose={close} title={title} centered>
      {open.what === 'form' && <CategoryForm {...open} items={items} close={close} />}
      {open.what === 'merge' && <MergeForm category={open.category} items={items} close={close} />}
      {open.what === 'remove' && <RemoveForm category={open.category} items={items} close={close} />}
    </Modal>
  );
}

/** What may be chosen: all but the category itself and what is below it. */
function othersOf(items: readonly Category[], category: Category | null) {
  const branch = new Set(category ? branchOf(items, category.id) : []);
  return items.filter(({ id }) => !branch.has(id)).map(({ id, path }) => ({ value: id, label: path }));
}

const CategoryFields = z.object({ name: contract.CreateCategoryBody.shape.name, parent_id: z.string() });

interface CategoryFormProps {
  category: Category | null;
  parent_id: string | null;
  items: readonly Category[];
  close: () => void;
}

function CategoryForm({ category, parent_id, items, close }: CategoryFormProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: t.saved, quiet: true };
  const create = useAction(contract.createCategory, saving);
  const update = useAction(contract.updateCategory, saving);
  const form = useEntityForm({
    schema: CategoryFields,
    initial: { name: category?.name ?? '', parent_id: parent_id ?? TOP },
    guard: false,
    submit: ({ values }) => {
      const body = { name: values.name, parent_id: values.parent_id === TOP ? null : values.parent_id };
      return category
        ? update.mutateAsync({ params: { project_id, id: category.id }, body })
        : create.mutateAsync({ params: { project_id }, body });
    },
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label={t.name} required maxLength={60} autoFocus />
      <SelectField
        {...form.field('parent_id')}
        label={t.parent}
        options={[{ value: TOP, label: t.top }, ...othersOf(items, category)]}
        required
      />
      <SubmitButton back={close}>{t.save}</SubmitButton>
    </Form>
  );
}

interface OneProps {
  category: Category;
  items: readonly Category[];
  close: () => void;
}

function MergeForm({ category, items, close }: OneProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const merge = useAction(contract.mergeCategory, { success: t.merged, quiet: true });
  const form = useEntityForm({
    schema: z.object({ into: z.uuid() }),
    initial: { into: '' },
    guard: false,
    submit: ({ values }) => merge.mutateAsync({ params: { project_id, id: category.id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <Text size="sm">{t.mergeHint}</Text>
      <SelectField {...form.field('into')} label={t.into} options={othersOf(items, category)} required />
      <SubmitButton back={close}>{t.mergeDo}</SubmitButton>
    </Form>
  );
}

function RemoveForm({ category, items, close }: OneProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const remove = useAction(contract.deleteCategory, { success: t.removed, onSuccess: close });
  const [to, setTo] = useState('none');
  const branch = new Set(branchOf(items, category.id));
  const goods = items.reduce((total, { id, goods_count }) => total + (branch.has(id) ? goods_count : 0), 0);
  const isEmpty = goods === 0 && branch.size === 1;
  return (
    <Stack gap="md">
      <Text size="sm">{isEmpty ? t.removeEmpty : t.removeHint(goods, branch.size - 1)}</Text>
      {!isEmpty && (
        <Select
          label={t.goodsTo}
          value={to}
          onChange={(value) => setTo(value ?? 'none')}
          data={[{ value: 'none', label: t.nowhere }, ...othersOf(items, category)]}
          allowDeselect={false}
          searchable
        />
      )}
      <Group justify="flex-end">
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate({ params: { project_id, id: category.id }, query: isEmpty ? {} : { goods_to: to } })
          }
        >
          {t.removeDo}
        </Button>
      </Group>
    </Stack>
  );
}
