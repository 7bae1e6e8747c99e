import * as contract from '@lanka/domain/projects/contract';
import { ActionIcon, Group, Menu, Modal } from '@mantine/core';
import { IconAddressBook, IconDots, IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Form, SubmitButton } from '../kit/form/Form';
import { RadioField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/query';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { useConfirm } from '../kit/ui/confirm';
import { words } from '../kit/words';
import { useRoleOptions } from './InviteModal';
import { text } from './text';

const old = [contract.listMembers, contract.readMember];

/** What can be done with somebody on the project. The owner stays; a dropshipper is managed as a counterparty. */
export function MemberMenu({ member }: { member: contract.Member }) {
  const t = useText(text);
  const { user, can } = useSession();
  const [changing, setChanging] = useState(false);
  const remove = useRemove(member);
  const isManaged = can('users.manage') && member.role !== 'Owner' && member.id !== user.id;
  if (member.role === 'Client' ? !can('counterparties.read') || !member.counterparty_id : !isManaged) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.actions(member.name)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {member.role === 'Client' ? (
            <Menu.Item
              component={Link}
              to={`/cp/counterparties/${member.counterparty_id}`}
              leftSection={<IconAddressBook size={16} />}
            >
              {t.toCounterparty}
            </Menu.Item>
          ) : (
            <>
              <Menu.Item leftSection={<IconUserCog size={16} />} onClick={() => setChanging(true)}>
                {t.changeRole}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconUserMinus size={16} />}
                c="var(--text-negative)"
                onClick={() => void remove()}
              >
                {t.remove}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <RoleModal member={member} opened={changing} close={() => setChanging(false)} />
    </>
  );
}

function useRemove(member: contract.Member) {
  const t = useText(text);
  const project_id = useProjectId();
  const confirm = useConfirm();
  const remove = useAction(contract.removeMember, { invalidates: old, success: t.removed });
  return async () => {
    const answer = await confirm({
      title: t.removeTitle(member.name),
      effects: t.removeEffects,
      confirmLabel: t.remove,
      danger: true,
    });
    if (answer) remove.mutate({ params: { project_id, id: member.id } });
  };
}

interface RoleModalProps {
  member: contract.Member;
  opened: boolean;
  close: () => void;
}

function RoleModal({ member, opened, close }: RoleModalProps) {
  const t = useText(text);
  const w = useText(words);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t.changeRoleOf(member.name)}
      centered
      closeButtonProps={{ 'aria-label': w.close }}
    >
      <RoleForm member={member} close={close} />
    </Modal>
  );
}

function RoleForm({ member, close }: Omit<RoleModalProps, 'opened'>) {
  const t = useText(text);
  const project_id = useProjectId();
  const options = useRoleOptions();
  const update = useAction(contract.updateMemberRole, { invalidates: old, success: t.roleChanged, quiet: true });
  const form = useEntityForm({
    schema: contract.updateMemberRole.body,
    initial: { role: member.role },
    guard: false,
    submit: ({ values }) => update.mutateAsync({ params: { project_id, id: member.id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <RadioField {...form.field('role')} label={t.role} options={options} required />
      <Group justify="flex-end">
        <SubmitButton />
      </Group>
    </Form>
  );
}
