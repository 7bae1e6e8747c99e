import * as contract from '@lanka/domain/projects/contract';
import { Group, Modal, Text } from '@mantine/core';
import { roleNames } from '../identity';
import { Form, SubmitButton } from '../kit/form/Form';
import { RadioField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

/** The roles of an invitation, each with what it lets do. */
export function useRoleOptions() {
  const t = useText(text);
  const roles = useText(roleNames);
  return contract.InvitableRole.options.map((role) => ({
    value: role,
    label: roles[role],
    description: t.roleHint[role],
  }));
}

export function InviteModal({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useText(text);
  const w = useText(words);
  return (
    <Modal opened={opened} onClose={close} title={t.inviteTitle} centered closeButtonProps={{ 'aria-label': w.close }}>
      <InviteForm close={close} />
    </Modal>
  );
}

function InviteForm({ close }: { close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const options = useRoleOptions();
  const invite = useAction(contract.inviteUser, {
    invalidates: [contract.listInvitations],
    success: t.invitationSent,
    quiet: true,
  });
  const form = useEntityForm({
    schema: contract.inviteUser.body,
    initial: { email: '', role: 'Manager' },
    guard: false,
    submit: ({ values }) => invite.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <Text>{t.inviteText}</Text>
      <TextField {...form.field('email')} label={t.email} type="email" autoComplete="off" required autoFocus />
      <RadioField {...form.field('role')} label={t.role} options={options} required />
      <Group justify="flex-end">
        <SubmitButton>{t.sendInvitation}</SubmitButton>
      </Group>
    </Form>
  );
}
