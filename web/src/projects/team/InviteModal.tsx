import type { Role } from '@lanka/domain/kit/roles';
import * as contract from '@lanka/domain/projects/contract';
import { Modal, SimpleGrid, Text } from '@mantine/core';
import { Form, SubmitButton } from '../../kit/form/Form';
import { PercentField, PhoneField, SelectField, TextField } from '../../kit/form/fields';
import { useEntityForm } from '../../kit/form/useEntityForm';
import { useAction } from '../../kit/http/query';
import { useProjectId, useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { LimitReached, useCounts } from './Collaborators';
import { useManagers } from './managers';
import { RoleCards } from './RoleCards';
import { text } from './text';

type InvitedRole = Exclude<Role, 'Owner'>;

interface InviteProps {
  opened: boolean;
  close: () => void;
  /** What is chosen first. */
  first?: InvitedRole;
}

export function InviteModal({ opened, close, first = 'Manager' }: InviteProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.inviteTitle} size="lg" centered>
      <InviteForm close={close} first={first} />
    </Modal>
  );
}

function InviteForm({ close, first }: { close: () => void; first: InvitedRole }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const managers = useManagers();
  const counts = useCounts();
  const roles: InvitedRole[] = can('users.manage') ? [...contract.InvitableRole.options, 'Client'] : ['Client'];
  const invite = useAction(contract.inviteMember, {
    success: t.invitationSent,
    quiet: true,
  });
  const form = useEntityForm({
    schema: contract.inviteMember.body,
    initial: {
      email: '',
      role: can('users.manage') ? first : 'Client',
      name: '',
      phone: '',
      manager_id: '',
      discount: 0,
      legal_name: '',
    },
    guard: false,
    submit: ({ values }) => invite.mutateAsync({ params: { project_id }, body: forRole(values) }),
    onSaved: close,
  });
  const now = form.watch();
  const isClient = now.role === 'Client';
  const collaborators = counts?.collaborators;
  const isFull = collaborators != null && collaborators.allowed !== null && collaborators.used >= collaborators.allowed;
  const choose = (next: InvitedRole) => {
    form.setValue('role', next);
    // what only a dropshipper has must not stand in the way unseen
    if (next === 'Client') return;
    form.setValue('manager_id', '');
    form.setValue('discount', 0);
    form.setValue('legal_name', '');
  };
  return (
    <Form form={form}>
      <Text>{t.inviteText}</Text>
      <TextField {...form.field('email')} label={t.email} type="email" autoComplete="off" required autoFocus />
      <RoleCards roles={roles} value={now.role as InvitedRole} onChange={choose} />
      {isFull && !isClient && <LimitReached />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextField
          {...form.field('name')}
          label={isClient ? t.fullNameClient : t.fullName}
          hint={isClient ? ' ' : t.nameHint}
          maxLength={120}
          autoComplete="off"
        />
        <PhoneField {...form.field('phone')} label={t.phone} />
        {isClient && (
          <>
            <SelectField
              {...form.field('manager_id')}
              label={t.manager}
              hint=" "
              options={managers}
              placeholder={t.allManagers}
            />
            <PercentField {...form.field('discount')} label={t.discount} hint={t.discountHint} />
            <TextField {...form.field('legal_name')} label={t.legalName} maxLength={200} autoComplete="off" />
          </>
        )}
      </SimpleGrid>
      <SubmitButton back={close}>{t.sendInvitation}</SubmitButton>
    </Form>
  );
}

type Body = Parameters<typeof contract.inviteMember.body.parse>[0] &
  ReturnType<typeof contract.inviteMember.body.parse>;

/** Staff has neither manager nor discount nor legal name. */
function forRole({ manager_id, discount, legal_name, ...body }: Body): Body {
  return body.role === 'Client' ? { ...body, manager_id, discount, legal_name } : body;
}
