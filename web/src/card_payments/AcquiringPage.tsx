import * as acquiring from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/card_payments/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { MoneyField, PasswordField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { cardStates, connectionStates, text } from './text';

/** `/cp/integrations/acquiring`: the token of the supplier, and what was paid by card. */
export function AcquiringPage() {
  const t = useText(text);
  const { can } = useSession();
  const ask = useConfirm();
  const params = { project_id: useProjectId() };
  const mayRead = can('acquiring.read');
  const state = useCall(acquiring.readAcquiring, { params }, { enabled: mayRead });
  const disconnect = useAction(acquiring.disconnectAcquiring, { success: t.disconnected });
  const onDisconnect = async () => {
    const question = { title: t.disconnectTitle, effects: t.disconnectEffects, confirmLabel: t.disconnect };
    if (await ask({ ...question, danger: true })) disconnect.mutate({ params });
  };
  const known = state.data;
  return (
    <Page
      list
      title={t.title}
      subtitle={t.subtitle}
      crumbs={[{ to: '/cp/integrations', label: t.integrations }]}
      status={
        known && (
          <StatusBadge
            table={connectionStates}
            value={!known.connected ? 'off' : known.is_refused ? 'refused' : 'on'}
          />
        )
      }
      menu={[
        {
          ...{ label: t.disconnect, icon: IconPlugX, onClick: () => void onDisconnect(), danger: true },
          hidden: !known?.connected || !can('acquiring.connect'),
        },
      ]}
    >
      {mayRead && (
        <Loaded query={state}>
          {(data) => (
            <Stack gap="md" pb="md">
              {data.is_refused && <Alert color="red">{t.refusedToken}</Alert>}
              {data.connected && data.merchant_name && (
                <Text>
                  {t.merchant}: {data.merchant_name} <Aside>{data.merchant_code}</Aside>
                </Text>
              )}
              {can('acquiring.connect') && <Token isConnected={data.connected} />}
            </Stack>
          )}
        </Loaded>
      )}
      <Payments />
    </Page>
  );
}

function Token({ isConnected }: { isConnected: boolean }) {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const connect = useAction(acquiring.connectAcquiring, { quiet: true, success: t.connected });
  const form = useEntityForm({
    schema: acquiring.ConnectAcquiringBody,
    initial: { token: '' },
    guard: false,
    submit: ({ values }) => connect.mutateAsync({ params, body: values }),
  });
  return (
    <Section title={isConnected ? t.reconnect : t.connect}>
      <Form form={form}>
        <PasswordField {...form.field('token')} label={t.token} hint={t.tokenHint} required autoComplete="off" />
        <Group>
          <SubmitButton>{isConnected ? t.reconnect : t.connect}</SubmitButton>
        </Group>
      </Form>
    </Section>
  );
}

function Payments() {
  const t = useText(text);
  const list = useList(contract.listCardPayments, { params: { project_id: useProjectId() } });
  return (
    <DataTable
      id="card-payments"
      label={t.list}
      list={list}
      rowKey={(row) => row.id}
      columns={[
        { id: 'at', title: t.when, render: (row) => <DateTime at={row.paid_at ?? row.created_at} /> },
        { id: 'who', title: t.who, cut: true, share: 2, render: (row) => row.counterparty_name },
        {
          ...{ id: 'for', title: t.forWhat, card: 'line' },
          render: (row) => (row.order ? <OrderLink order={row.order} /> : t.toBalance),
        },
        {
          ...{ id: 'state', title: t.status, card: 'corner' },
          render: (row) => <StatusBadge table={cardStates} value={row.state} />,
        },
        { id: 'card', title: t.card, card: 'line', share: 2, render: (row) => <What row={row} /> },
        { id: 'amount', title: t.amount, align: 'right', card: 'end', render: (row) => <Money kopecks={row.amount} /> },
        // on a phone its details have room for them
        { id: 'deeds', title: t.deeds, render: (row) => <Deeds row={row} /> },
      ]}
      empty={<EmptyState drawing="money" title={t.none} text={t.noneText} />}
    />
  );
}

/** The card, and in lines of their own what has become of the money; a phone's card has no room for them. */
function What({ row }: { row: contract.SupplierCardPayment }) {
  const t = useText(text);
  return (
    <>
      {row.card || row.failure}
      {row.refunded > 0 && <Under>{t.refunded(formatMoney(row.refunded))}</Under>}
      {row.refund_wanted > row.refunded && <Under>{t.refunding(formatMoney(row.refund_wanted - row.refunded))}</Under>}
      {row.problem && (
        <Under>
          <Text span inherit c="red">
            {t.problems[row.problem]}
          </Text>
        </Under>
      )}
      {row.resolved_by && !row.problem && (
        <Under>
          {t.resolvedBy(row.resolved_by)} <DateTime at={row.resolved_at} />
        </Under>
      )}
    </>
  );
}

const Under = ({ children }: { children: ReactNode }) => <span className="cell-under only-table">{children}</span>;

function OrderLink({ order: { id, prefix, number } }: { order: NonNullable<contract.SupplierCardPayment['order']> }) {
  return (
    <Anchor component={Link} to={`/cp/orders/${id}`} inherit>
      № {prefix}
      {number}
    </Anchor>
  );
}

function Deeds({ row }: { row: contract.SupplierCardPayment }) {
  const { can } = useSession();
  if (!can('card_payments.refund')) return null;
  return (
    <>
      {row.problem && row.problem !== 'refund_not_posted' && <Resolve row={row} />} <Refund row={row} />
    </>
  );
}

function Resolve({ row }: { row: contract.SupplierCardPayment }) {
  const t = useText(text);
  const project_id = useProjectId();
  const ask = useConfirm();
  const resolve = useAction(contract.resolveCardPayment, { success: t.resolved });
  const onResolve = async () => {
    const effects = row.state === 'paid' ? t.resolveEffects : t.closeEffects;
    if (await ask({ title: t.resolveTitle, effects, confirmLabel: t.resolve }))
      resolve.mutate({ params: { project_id, id: row.id } });
  };
  return (
    <Button size="compact-sm" variant="default" loading={resolve.isPending} onClick={() => void onResolve()}>
      {t.resolve}
    </Button>
  );
}

function Refund({ row }: { row: contract.SupplierCardPayment }) {
  const t = useText(text);
  const [isOpen, setOpen] = useState(false);
  const left = row.amount - row.refunded;
  if (row.state !== 'paid' || left === 0 || row.refund_wanted > row.refunded) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t.refundShort}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t.refund} centered>
        <RefundForm row={row} left={left} close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function RefundForm({ row, left, close }: { row: contract.SupplierCardPayment; left: number; close: () => void }) {
  const t = useText(text);
  const params = { project_id: useProjectId(), id: row.id };
  const refund = useAction(contract.refundCardPayment, { quiet: true, success: t.refundAsked });
  const form = useEntityForm({
    schema: contract.RefundBody.required(),
    initial: { amount: left },
    guard: false,
    submit: async ({ values }) => {
      await refund.mutateAsync({ params, body: values });
      close();
    },
  });
  return (
    <Form form={form}>
      <Text>{t.refundText(row.counterparty_name, row.card)}</Text>
      <MoneyField {...form.field('amount')} label={t.amount} hint={t.upTo(formatMoney(left))} required />
      <Group>
        <SubmitButton>{t.refund}</SubmitButton>
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
      </Group>
    </Form>
  );
}
