import * as contract from '@lanka/domain/partners/contract';
import { Modal, Text } from '@mantine/core';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

interface InviteProps {
  counterparty: contract.Counterparty;
  opened: boolean;
  close: () => void;
}

/** Asks for the e-mail to invite to and says what will be sent (specification §2.3, Counterparties). */
export function InviteModal({ counterparty, opened, close }: InviteProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.inviteTitle} centered>
      <InviteForm counterparty={counterparty} close={close} />
    </Modal>
  );
}

function InviteForm({ counterparty, close }: Omit<InviteProps, 'opened'>) {
  const t = useText(text);
  const project_id = useProjectId();
  const invite = useAction(contract.inviteCounterparty, {
    success: t.invitationSent,
    quiet: true,
  });
  const form = useEntityForm({
    schema: contract.inviteCounterparty.body,
    initial: { email: counterparty.email ?? '' },
    guard: false,
    submit: ({ values }) => invite.mutateAsync({ params: { project_id, id: counterparty.id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <Text>{t.inviteText}</Text>
      <TextField {...form.field('email')} label={t.inviteEmail} type="email" required autoFocus />
      <SubmitButton back={close}>{t.sendInvitation}</SubmitButton>
    </Form>
  );
}
