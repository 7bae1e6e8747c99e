import * as contract from '@lanka/domain/applications/links';
import { formatPercent } from '@lanka/domain/kit/money';
import { Modal, SimpleGrid, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { ChoicesField, DateField, PercentField, QuantityField, SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { useOpened } from '../kit/page/opened';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { useGroups } from '../partners';
import { usePriceLevels } from '../price_levels';
import { useManagers } from '../projects';
import { linkState, text } from './text';

const APPLICATIONS = '/cp/counterparties/applications';
export const LINKS = `${APPLICATIONS}/links`;

/** What a link gives, in one line. */
export const linkTerms = ({ discount, price_level_name, manager_name, groups }: contract.JoinLink): string =>
  [discount > 0 && formatPercent(discount), price_level_name, manager_name, ...groups.map(({ name }) => name)]
    .filter(Boolean)
    .join(' · ');

/** `/cp/counterparties/applications/links`: what the supplier hands out. */
export function LinksPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const making = useOpened('new');
  const list = useList(contract.listJoinLinks, { params: { project_id } });
  const create = { label: t.newLink, icon: IconPlus, onClick: making.open };
  const columns: Column<contract.JoinLink>[] = [
    { id: 'name', title: t.linkName, cut: true, render: ({ name }) => name },
    {
      id: 'state',
      title: t.status,
      card: 'corner',
      render: ({ state }) => <StatusBadge table={linkState} value={state} />,
    },
    { id: 'terms', title: t.terms, cut: true, card: 'line', render: (row) => linkTerms(row) || '–' },
    {
      id: 'uses',
      title: t.uses,
      align: 'right',
      card: 'end',
      render: ({ uses, max_uses }) => <span className="figures">{t.usesOf(uses, max_uses)}</span>,
    },
    { id: 'last_day', title: t.lastDay, render: ({ last_day }) => <DateOnly date={last_day} /> },
    { id: 'created_at', title: t.madeAt, render: ({ created_at }) => <DateTime at={created_at} /> },
  ];
  return (
    <Page list title={t.links} crumbs={[{ to: APPLICATIONS, label: t.requests }]} action={create}>
      <DataTable
        id="join-links"
        label={t.links}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `${LINKS}/${id}`}
        empty={
          <EmptyState drawing="connect" title={t.noLinks} text={t.noLinksText} action={<ActionButton {...create} />} />
        }
      />
      <Modal opened={making.opened} onClose={making.close} title={t.newLink} size="lg" centered>
        <NewLink close={making.close} />
      </Modal>
    </Page>
  );
}

function NewLink({ close }: { close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const managers = useManagers();
  const levels = usePriceLevels(project_id);
  const groups = useGroups(project_id);
  const create = useAction(contract.createJoinLink, { success: t.linkMade, quiet: true });
  const form = useEntityForm({
    schema: contract.CreateJoinLinkBody,
    initial: { name: '', discount: 0, price_level_id: '', manager_id: '', group_ids: [], last_day: '', max_uses: '' },
    guard: false,
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: ({ id }) => navigate(`${LINKS}/${id}`),
  });
  return (
    <Form form={form}>
      <Text>{t.newLinkText}</Text>
      <TextField {...form.field('name')} label={t.linkName} hint={t.linkNameHint} maxLength={120} required autoFocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <PercentField {...form.field('discount')} label={t.discount} hint={t.discountHint} />
        <SelectField {...form.field('manager_id')} label={t.manager} options={managers} placeholder={t.allManagers} />
        {levels.options.length > 0 && (
          <SelectField
            {...form.field('price_level_id')}
            label={t.priceLevel}
            options={levels.options}
            placeholder={t.mainPrice}
          />
        )}
        {groups.options.length > 0 && (
          <ChoicesField
            {...form.field('group_ids')}
            label={t.groups}
            hint={t.groupsHint}
            options={groups.options}
            placeholder={t.noGroups}
          />
        )}
        <DateField {...form.field('last_day')} label={t.lastDay} hint={t.lastDayHint} />
        <QuantityField {...form.field('max_uses')} label={t.maxUses} hint={t.maxUsesHint} min={1} max={10_000} />
      </SimpleGrid>
      <SubmitButton back={close}>{t.makeLink}</SubmitButton>
    </Form>
  );
}
