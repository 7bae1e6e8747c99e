import * as contract from '@lanka/domain/projects/contract';
import { Anchor, Avatar, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAddressBook, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { roleNames } from '../../identity';
import { KeyFacts, Section } from '../../kit/display/facts';
import { DateTime, Percent, Phone } from '../../kit/display/values';
import { Form, FormBar } from '../../kit/form/Form';
import { PercentField, SelectField, TextField } from '../../kit/form/fields';
import { useEntityForm } from '../../kit/form/useEntityForm';
import { useAction, useCall } from '../../kit/http/query';
import { Page } from '../../kit/page/page';
import { Loaded } from '../../kit/page/states';
import { useProjectId, useSession } from '../../kit/session';
import { useLocale, useText } from '../../kit/text';
import { useMayRemove } from './MemberMenu';
import { useManagers } from './managers';
import { PERMISSION_WORDS } from './permission-words';
import { RemoveModal } from './RemoveModal';
import { RoleCards } from './RoleCards';
import { text } from './text';
import '../projects.css';

/** `/cp/users/:id`: who somebody is on the project, and what can be changed about that. */
export function MemberPage() {
  const { id = '' } = useParams();
  const project_id = useProjectId();
  const member = useCall(contract.readMember, { params: { project_id, id } });
  return <Loaded query={member}>{(found) => <Shown key={found.id} member={found} />}</Loaded>;
}

function Shown({ member }: { member: contract.ProjectUser }) {
  const t = useText(text);
  const roles = useText(roleNames);
  const { user, can } = useSession();
  const navigate = useNavigate();
  const mayRemove = useMayRemove()(member);
  const [removing, setRemoving] = useState(false);
  const isOwn = member.id === user.id;
  const isClient = member.role === 'Client';
  const menu = [
    {
      label: t.toCounterparty,
      icon: IconAddressBook,
      to: `/cp/counterparties/${member.counterparty_id}`,
      hidden: !member.counterparty_id || !can('counterparties.read'),
    },
    { label: t.remove, icon: IconUserMinus, danger: true, hidden: !mayRemove, onClick: () => setRemoving(true) },
  ];
  return (
    <Page
      title={member.name}
      heading={
        <Group gap="sm" wrap="nowrap" component="span">
          <Avatar component="span" src={member.photo_url} name={member.name} size={48} alt="" />
          <span>{member.name}</span>
        </Group>
      }
      crumbs={[{ to: '/cp/users', label: t.users }]}
      subtitle={roles[member.role]}
      menu={menu}
      side={
        <Stack gap="md">
          <KeyFacts
            facts={[
              { label: t.email, value: <span className="wrap-anywhere">{member.email}</span> },
              { label: t.phone, value: <Phone number={member.phone_number} /> },
              { label: t.since, value: <DateTime at={member.created_at} /> },
            ]}
          />
          <Text size="sm" c="dimmed">
            {isOwn ? (
              <Anchor component={Link} to="/cp/profile" inherit>
                {t.toProfile}
              </Anchor>
            ) : (
              t.ownFields
            )}
          </Text>
        </Stack>
      }
    >
      {isClient ? <Terms member={member} /> : <RoleSection member={member} />}
      <RemoveModal
        member={member}
        opened={removing}
        close={() => setRemoving(false)}
        onRemoved={() => navigate('/cp/users', { replace: true })}
      />
    </Page>
  );
}
function RoleSection({ member }: { member: contract.ProjectUser }) {
  const t = useText(text);
  const roles = useText(roleNames);
  const { user, can } = useSession();
  if (member.role !== 'Owner' && member.role !== 'Client' && can('users.manage') && member.id !== user.id)
    return <RoleForm member={member} role={member.role} />;
  return (
    <>
      <Section title={t.roleAndAccess}>
        <Text fw={500}>{roles[member.role]}</Text>
        <Text c="dimmed">{t.roleHint[member.role]}</Text>
        {can('users.manage') && (
          <Text c="dimmed" size="sm" mt="xs">
            {member.role === 'Owner' ? t.roleOwner : t.roleOwn}
          </Text>
        )}
      </Section>
      <Allowed member={member} />
    </>
  );
}

type StaffRole = (typeof contract.InvitableRole.options)[number];

function RoleForm({ member, role }: { member: contract.ProjectUser; role: StaffRole }) {
  const t = useText(text);
  const project_id = useProjectId();
  const update = useAction(contract.updateMemberRole, { quiet: true });
  const form = useEntityForm({
    schema: contract.updateMemberRole.body,
    initial: { role },
    success: t.saved,
    submit: ({ values }) => update.mutateAsync({ params: { project_id, id: member.id }, body: values }),
  });
  return (
    <Form form={form}>
      <Section>
        <RoleCards
          roles={contract.InvitableRole.options}
          value={form.watch().role}
          onChange={(next) => form.setValue('role', next)}
        />
        {form.isDirty && (
          <Text size="sm" mt="sm" role="status">
            {t.roleEffect}
          </Text>
        )}
      </Section>
      <Allowed member={member} />
      <FormBar />
    </Form>
  );
}

/** What only a dropshipper has, kept on his counterparty. */
const TermsFields = contract.updateMember.body.pick({ manager_id: true, discount: true, legal_name: true });

function Terms({ member }: { member: contract.ProjectUser }) {
  const t = useText(text);
  const { can } = useSession();
  const managers = useManagers();
  if (can('counterparties.edit') && member.counterparty_id) return <TermsForm member={member} />;
  const manager = managers.find(({ value }) => value === member.manager_id)?.label ?? t.allManagers;
  return (
    <>
      <KeyFacts
        title={t.terms}
        facts={[
          { label: t.manager, value: manager },
          { label: t.discount, value: <Percent part={member.discount} /> },
          { label: t.legalName, value: member.legal_name || '–' },
        ]}
      />
      <Allowed member={member} />
    </>
  );
}

function TermsForm({ member }: { member: contract.ProjectUser }) {
  const t = useText(text);
  const project_id = useProjectId();
  const managers = useManagers();
  const update = useAction(contract.updateMember, { quiet: true });
  const form = useEntityForm({
    schema: TermsFields,
    initial: member,
    success: t.saved,
    submit: ({ changed }) => update.mutateAsync({ params: { project_id, id: member.id }, body: changed }),
  });
  return (
    <Form form={form}>
      <Section title={t.terms}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SelectField
            {...form.field('manager_id')}
            label={t.manager}
            hint=" "
            options={managers}
            placeholder={t.allManagers}
          />
          <PercentField {...form.field('discount')} label={t.discount} hint={t.discountHint} />
          <TextField {...form.field('legal_name')} label={t.legalName} maxLength={200} />
        </SimpleGrid>
      </Section>
      <Allowed member={member} />
      <FormBar />
    </Form>
  );
}

function Allowed({ member }: { member: contract.ProjectUser }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <Section title={t.allowedHere}>
      <List spacing={4} size="sm" className="permission-list">
        {member.user_permissions.map((permission) => (
          <List.Item key={permission}>{PERMISSION_WORDS[permission][locale]}</List.Item>
        ))}
      </List>
    </Section>
  );
}
