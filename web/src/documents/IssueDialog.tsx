import { documentErrors, issueDocument } from '@lanka/domain/documents/contract';
import { OrderDocumentType } from '@lanka/domain/documents/frozen';
import { issuerFor, whyNotIssue } from '@lanka/domain/documents/rules';
import { formatIban } from '@lanka/domain/kit/iban';
import { listParcels } from '@lanka/domain/parcels/contract';
import type { PaymentDetails } from '@lanka/domain/projects/contract';
import { listPaymentDetails } from '@lanka/domain/projects/contract';
import { Alert, Anchor, Button, Group, Modal, Radio, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { CallError } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useLocale, useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { text } from './text';

/** The legal data of the project or of the profile, as opposed to payment details. */
const OWN = 'own';
/** Not of one parcel alone. */
const WHOLE = 'order';
/** Where the account to pay to is filled in. */
const SETTINGS = '/cp/settings/payments';
const PROFILE = '/cp/dropshipper-profile/main';

const describe = (details: PaymentDetails): string =>
  [details.recipient_name, formatIban(details.account_number), details.comment].filter(Boolean).join(' · ');

interface IssueDialogProps extends OrderPanelProps {
  opened: boolean;
  onClose: () => void;
}

/** Which paper, with whose details. A type that is not possible now stays in sight and says why. */
export function IssueDialog({ opened, onClose, ...rest }: IssueDialogProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={onClose} title={t.create} centered>
      <IssueForm {...rest} onClose={onClose} />
    </Modal>
  );
}

function IssueForm({ projectId, order, role, onClose }: Omit<IssueDialogProps, 'opened'>) {
  const t = useText(text);
  const { locale } = useLocale();
  const reasons = OrderDocumentType.options.map((type) => ({
    type,
    refusal: whyNotIssue(type, {
      status: order.status,
      item_count: order.items.length,
      parcel_sent: order.partly_sent,
    }),
  }));
  const possible = reasons.filter(({ refusal }) => refusal === null).map(({ type }) => type);
  const [type, setType] = useState<OrderDocumentType | undefined>(
    possible.includes('invoice') ? 'invoice' : possible[0],
  );
  const [seller, setSeller] = useState<string>(OWN);
  const parcels = useCall(
    listParcels,
    { params: { project_id: projectId, id: order.id } },
    { enabled: order.parcels > 0 },
  );
  const sent = (parcels.data?.items ?? []).filter(({ sent_at }) => sent_at !== null);
  const [chosen, setChosen] = useState<string | null>(null);
  // of an order that is partly sent there is no note of the whole
  const parcel = type === 'delivery_note' ? (chosen ?? (order.partly_sent ? (sent[0]?.id ?? null) : null)) : null;
  const details = useCall(listPaymentDetails, { params: { project_id: projectId } });
  const isDropshipper = issuerFor(role) === 'dropshipper';
  const issue = useAction(issueDocument, {
    quiet: true,
    success: ({ title }) => t.issued(title),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!type) return;
    issue.mutate({
      params: { project_id: projectId, id: order.id },
      body: {
        type,
        payment_details_id: seller === OWN ? null : seller,
        ...(parcel && parcel !== WHOLE ? { parcel_id: parcel } : {}),
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isDropshipper && <Text size="sm">{t.forCustomer}</Text>}
        <Radio.Group label={t.type} value={type ?? null} onChange={(value) => setType(OrderDocumentType.parse(value))}>
          <Stack gap="xs" mt="xs">
            {reasons.map(({ type: one, refusal }) => (
              <Radio
                key={one}
                value={one}
                label={t.types[one]}
                disabled={refusal !== null}
                description={refusal ? documentErrors[refusal].text[locale] : undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        {type === 'delivery_note' && sent.length > 0 && (
          <Select
            label={t.ofWhat}
            value={parcel ?? WHOLE}
            onChange={setChosen}
            allowDeselect={false}
            data={[
              ...(order.partly_sent ? [] : [{ value: WHOLE, label: t.ofOrder }]),
              ...sent.map(({ id, number }) => ({ value: id, label: t.ofParcel(number) })),
            ]}
          />
        )}
        <Select
          label={t.seller}
          description={t.sellerHint}
          value={seller}
          onChange={(value) => setSeller(value ?? OWN)}
          allowDeselect={false}
          data={[
            { value: OWN, label: isDropshipper ? t.ofProfile : type === 'invoice' ? t.ofMain : t.ofProject },
            ...(details.data?.items ?? []).map((one) => ({ value: one.id, label: describe(one) })),
          ]}
          error={details.error ? messageOf(details.error) : undefined}
        />
        {issue.error && (
          <Alert color="red" role="alert">
            {messageOf(issue.error)}
            {issue.error instanceof CallError && issue.error.code === documentErrors.no_account.code && (
              <Anchor component={Link} to={isDropshipper ? PROFILE : SETTINGS} display="block" mt="xs">
                {isDropshipper ? t.toProfile : t.toDetails}
              </Anchor>
            )}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" loading={issue.isPending} disabled={!type}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
