import * as contract from '@lanka/domain/price_levels/contract';
import { MAX_LEVEL_NAME, MAX_PRICE_LEVELS } from '@lanka/domain/price_levels/rules';
import { Anchor, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { PlacedRows } from '../kit/list/placed';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

type Level = contract.PriceLevel;
type Open =
  | { readonly what: 'form'; readonly level: Level | null }
  | { readonly what: 'remove'; readonly level: Level };

export function PriceLevelsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const levels = useCall(contract.listPriceLevels, { params: { project_id } });
  const [open, setOpen] = useState<Open | null>(null);
  const mayEdit = can('price_levels.edit');
  const isFull = (levels.data?.items.length ?? 0) >= MAX_PRICE_LEVELS;
  const update = useAction(contract.updatePriceLevel, { quiet: true });
  const move = ({ id }: Level, { position }: Level) =>
    update.mutate({ params: { project_id, id }, body: { position } });
  const add = () => setOpen({ what: 'form', level: null });
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      crumbs={[{ to: '/cp/products', label: t.products }]}
      narrow
      action={mayEdit && !isFull && { label: t.add, icon: IconPlus, onClick: add }}
    >
      <Loaded query={levels}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              drawing="money"
              title={t.empty}
              text={t.emptyText}
              action={mayEdit && <Button onClick={add}>{t.add}</Button>}
            />
          ) : (
            <Section title={t.list(items.length)} flush>
              <PlacedRows
                items={items}
                beside={(level) => <Holders level={level} />}
                {...(mayEdit ? { place: { up: t.up, down: t.down, run: move } } : {})}
                actions={
                  mayEdit
                    ? [
                        { label: t.edit, icon: IconPencil, run: (level) => setOpen({ what: 'form', level }) },
                        { label: t.remove, icon: IconTrash, run: (level) => setOpen({ what: 'remove', level }) },
                      ]
                    : []
                }
              />
            </Section>
          )
        }
      </Loaded>
      {open && levels.data && (
        <Modal
          opened
          centered
          onClose={() => setOpen(null)}
          title={open.what === 'remove' ? t.removeTitle(open.level.name) : open.level ? t.editTitle : t.add}
        >
          {open.what === 'form' ? (
            <LevelForm level={open.level} close={() => setOpen(null)} />
          ) : (
            <RemoveForm level={open.level} items={levels.data.items} close={() => setOpen(null)} />
          )}
        </Modal>
      )}
    </Page>
  );
}

function Holders({ level: { id, counterparties_count } }: { level: Level }) {
  const t = useText(text);
  const { can } = useSession();
  const counted = t.counterparties(counterparties_count);
  return counterparties_count > 0 && can('counterparties.read') ? (
    <Anchor component={Link} to={`/cp/counterparties?price_level_id=${id}`} size="sm" className="nowrap figures">
      {counted}
    </Anchor>
  ) : (
    <Text size="sm" c="dimmed" className="nowrap figures">
      {counted}
    </Text>
  );
}

function LevelForm({ level, close }: { level: Level | null; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const saving = { success: t.saved, quiet: true };
  const create = useAction(contract.createPriceLevel, saving);
  const update = useAction(contract.updatePriceLevel, saving);
  const form = useEntityForm({
    schema: contract.CreatePriceLevelBody,
    initial: { name: level?.name ?? '' },
    guard: false,
    ...(level ? { version: level.version } : {}),
    submit: ({ values, version }) =>
      level
        ? update.mutateAsync({
            params: { project_id, id: level.id },
            body: values,
            ...(version === undefined ? {} : { if_match: version }),
          })
        : create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField
        {...form.field('name')}
        label={t.name}
        hint={t.nameHint}
        required
        maxLength={MAX_LEVEL_NAME}
        autoFocus
      />
      <SubmitButton back={close}>{t.save}</SubmitButton>
    </Form>
  );
}

/** Says what goes with the level, and asks what those who buy by it get. */
function RemoveForm({ level, items, close }: { level: Level; items: readonly Level[]; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const remove = useAction(contract.deletePriceLevel, { success: t.removed, onSuccess: close });
  const [to, setTo] = useState('none');
  const hasHolders = level.counterparties_count > 0;
  const others = items.filter(({ id }) => id !== level.id).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack gap="md">
      <Text size="sm">{t.removeHint}</Text>
      {hasHolders && (
        <Select
          label={t.counterpartiesTo}
          description={t.counterparties(level.counterparties_count)}
          value={to}
          onChange={(value) => setTo(value ?? 'none')}
          data={[{ value: 'none', label: t.main }, ...others]}
          allowDeselect={false}
        />
      )}
      <Group justify="flex-end">
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate({
              params: { project_id, id: level.id },
              query: hasHolders ? { counterparties_to: to } : {},
            })
          }
        >
          {t.removeDo}
        </Button>
      </Group>
    </Stack>
  );
}
