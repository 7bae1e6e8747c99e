import { formatPercent } from '@lanka/domain/kit/money';
import { MAX_GROUP_NAME, MAX_GROUPS } from '@lanka/domain/partners/group_terms';
import * as contract from '@lanka/domain/partners/groups';
import { Anchor, Button, Group, Modal, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { PercentField, SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { PlacedRows } from '../kit/list/placed';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { usePriceLevels } from '../price_levels';
import { text } from './text';

type Grouped = contract.CounterpartyGroup;

/** `/cp/counterparties/groups`: what is looked at, and agreed, together. */
export function GroupsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const groups = useCall(contract.listGroups, { params: { project_id } });
  const update = useAction(contract.updateGroup, { quiet: true });
  const confirm = useConfirm();
  /** Undefined while the dialog is closed; null for a new group. */
  const [edited, setEdited] = useState<Grouped | null>();
  const mayEdit = can('counterparties.groups');
  const isFull = (groups.data?.items.length ?? 0) >= MAX_GROUPS;
  const add = () => setEdited(null);
  const change = ({ id }: Grouped, body: contract.UpdateGroupBody) =>
    update.mutate({ params: { project_id, id }, body });
  const archive = async (group: Grouped) => {
    const answer = await confirm({
      title: t.archiveGroupTitle(group.name),
      effects: t.archiveGroupEffects,
      confirmLabel: t.archiveGroup,
    });
    if (answer) change(group, { archived: true });
  };
  return (
    <Page
      title={t.groups}
      subtitle={t.groupsSubtitle}
      crumbs={[{ to: '/cp/counterparties', label: t.title }]}
      narrow
      action={mayEdit && !isFull && { label: t.addGroup, icon: IconPlus, onClick: add }}
    >
      <Loaded query={groups}>
        {({ items }) => {
          const living = items.filter(({ archived }) => !archived);
          const archived = items.filter((one) => one.archived);
          if (items.length === 0)
            return (
              <EmptyState
                drawing="people"
                title={t.noGroups}
                text={t.noGroupsText}
                action={mayEdit && <Button onClick={add}>{t.addGroup}</Button>}
              />
            );
          return (
            <>
              <Section title={t.groupsCount(living.length)} flush>
                <PlacedRows
                  items={living}
                  beside={(group) => <Gives group={group} />}
                  {...(mayEdit
                    ? {
                        place: {
                          up: t.groupUp,
                          down: t.groupDown,
                          run: (group: Grouped, { position }: Grouped) => change(group, { position }),
                        },
                      }
                    : {})}
                  actions={
                    mayEdit
                      ? [
                          { label: t.editGroup, icon: IconPencil, run: setEdited },
                          { label: t.archiveGroupNamed, icon: IconArchive, run: (group) => void archive(group) },
                        ]
                      : []
                  }
                />
              </Section>
              {archived.length > 0 && (
                <Section title={t.archivedGroups} flush>
                  <PlacedRows
                    items={archived}
                    beside={(group) => <Gives group={group} />}
                    actions={
                      mayEdit
                        ? [
                            { label: t.editGroup, icon: IconPencil, run: setEdited },
                            {
                              label: t.restoreGroup,
                              icon: IconArrowBackUp,
                              run: (group) => change(group, { archived: false }),
                            },
                          ]
                        : []
                    }
                  />
                </Section>
              )}
            </>
          );
        }}
      </Loaded>
      <Modal
        opened={edited !== undefined}
        centered
        onClose={() => setEdited(undefined)}
        title={edited ? t.editGroup(edited.name) : t.addGroup}
      >
        {edited !== undefined && <GroupForm group={edited} close={() => setEdited(undefined)} />}
      </Modal>
    </Page>
  );
}

function Gives({ group }: { group: Grouped }) {
  const t = useText(text);
  const terms = [group.discount > 0 && formatPercent(group.discount), group.price_level_name].filter(Boolean);
  return (
    <Group gap="0 12" component="span">
      {terms.length > 0 && (
        <Text size="sm" span className="figures">
          {terms.join(' · ')}
        </Text>
      )}
      {group.archived ? (
        <Text size="sm" c="dimmed" span className="nowrap figures">
          {t.counterparties(group.counterparties_count)}
        </Text>
      ) : (
        <Anchor component={Link} to={`/cp/counterparties?group_id=${group.id}`} size="sm" className="nowrap figures">
          {t.counterparties(group.counterparties_count)}
        </Anchor>
      )}
    </Group>
  );
}

function GroupForm({ group, close }: { group: Grouped | null; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const levels = usePriceLevels(project_id);
  const saving = { success: t.groupSaved, quiet: true };
  const create = useAction(contract.createGroup, saving);
  const update = useAction(contract.updateGroup, saving);
  const form = useEntityForm({
    schema: contract.CreateGroupBody,
    initial: group ?? { name: '', discount: 0, price_level_id: '' },
    guard: false,
    ...(group ? { version: group.version } : {}),
    submit: ({ values, changed, version }) =>
      group
        ? update.mutateAsync({
            params: { project_id, id: group.id },
            body: changed,
            ...(version === undefined ? {} : { if_match: version }),
          })
        : create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label={t.name} required maxLength={MAX_GROUP_NAME} autoFocus />
      <PercentField {...form.field('discount')} label={t.discount} hint={t.groupDiscountHint} />
      {levels.options.length > 0 && (
        <SelectField
          {...form.field('price_level_id')}
          label={t.priceLevel}
          hint={t.groupLevelHint}
          options={levels.options}
          placeholder={t.mainPrice}
        />
      )}
      <SubmitButton back={close}>{t.saveGroup}</SubmitButton>
    </Form>
  );
}
