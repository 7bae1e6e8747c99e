import { formatIban } from '@lanka/domain/kit/iban';
import * as contract from '@lanka/domain/projects/contract';
import { ActionIcon, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton, Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { PaymentDetailsForm } from './PaymentDetailsForm';
import { SettingsTabs } from './SettingsTabs';
import { text } from './text';

/** What is edited: known payment details, new ones, or nothing. */
type Editing = contract.PaymentDetails | 'new' | null;

export function PaymentDetailsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const details = useCall(contract.listPaymentDetails, { params: { project_id } });
  const [editing, setEditing] = useState<Editing>(null);
  const mayEdit = can('payment_details.edit');
  const add = <Button onClick={() => setEditing('new')}>{t.addDetails}</Button>;
  return (
    <Page
      title={t.settings}
      narrow
      action={mayEdit && { label: t.addDetails, icon: IconPlus, onClick: () => setEditing('new') }}
    >
      <SettingsTabs />
      <Loaded query={details}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState drawing="money" title={t.noDetails} text={t.noDetailsText} action={mayEdit && add} />
          ) : (
            <Stack gap="md">
              {items.map((one) => (
                <Card key={one.id} details={one} edit={mayEdit ? () => setEditing(one) : null} />
              ))}
            </Stack>
          )
        }
      </Loaded>
      <Modal
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === 'new' ? t.addDetails : t.editDetails}
        size="lg"
        centered
      >
        {editing && (
          <PaymentDetailsForm
            key={editing === 'new' ? 'new' : editing.id}
            details={editing === 'new' ? null : editing}
            close={() => setEditing(null)}
          />
        )}
      </Modal>
    </Page>
  );
}

function Card({ details, edit }: { details: contract.PaymentDetails; edit: (() => void) | null }) {
  const t = useText(text);
  const remove = useRemove(details);
  const facts = [
    { label: t.bank, value: details.bank_name },
    { label: t.mfo, value: details.mfo },
    { label: t.edrpou, value: details.edrpou },
    { label: t.ipn, value: details.ipn },
    { label: t.certificate, value: details.certificate_number },
    { label: t.comment, value: details.comment },
  ].filter(({ value }) => value !== '');
  const title = (
    <Group gap="xs" component="span">
      <span className="wrap-anywhere">{details.recipient_name}</span>
      {details.main && (
        <Badge variant="light" size="sm" tt="none" title={t.mainHint}>
          {t.main}
        </Badge>
      )}
    </Group>
  );
  const actions = edit && (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.editOf(details.recipient_name)} onClick={edit}>
        <IconPencil size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t.deleteOf(details.recipient_name)}
        onClick={() => void remove()}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </Group>
  );
  return (
    <Section title={title} action={actions}>
      {details.account_number && (
        <Group gap={4} mb="sm" wrap="nowrap">
          <Text className="figures wrap-anywhere">{formatIban(details.account_number).replaceAll('\u00a0', ' ')}</Text>
          <CopyButton value={details.account_number} label={t.iban} />
        </Group>
      )}
      <dl className="facts">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function useRemove(details: contract.PaymentDetails) {
  const t = useText(text);
  const project_id = useProjectId();
  const confirm = useConfirm();
  const remove = useAction(contract.deletePaymentDetails, {
    success: t.deleted,
  });
  return async () => {
    const answer = await confirm({
      title: t.deleteTitle,
      text: details.recipient_name,
      effects: t.deleteEffects,
      confirmLabel: t.delete,
      danger: true,
    });
    if (answer) remove.mutate({ params: { project_id, id: details.id } });
  };
}
