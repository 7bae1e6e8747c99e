import * as acquiring from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/card_payments/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { PasswordField } from '../kit/form/fields';
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
  const state = useCall(acquiring.readAcquiring, { params });
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
          render: (row) => (row.order ? `№ ${row.order.prefix}${row.order.number}` : t.toBalance),
        },
        {
          ...{ id: 'state', title: t.status, card: 'corner' },
          render: (row) => <StatusBadge table={cardStates} value={row.state} />,
        },
        { id: 'card', title: t.card, card: 'line', share: 2, render: (row) => <What row={row} /> },
        { id: 'amount', title: t.amount, align: 'right', card: 'end', render: (row) => <Money kopecks={row.amount} /> },
        { id: 'refund', title: '', card: 'line', render: (row) => <Refund row={row} /> },
      ]}
      empty={<EmptyState drawing="money" title={t.none} text={t.noneText} />}
    />
  );
}

function What({ row }: { row: contract.SupplierCardPayment }) {
  const t = useText(text);
  const isRefunding = row.refund_wanted > row.refunded;
  return (
    <>
      {row.card || row.failure} {row.refunded > 0 && <Aside>{t.refunded(formatMoney(row.refunded))}</Aside>}{' '}
      {isRefunding && <Aside>{t.refunding(formatMoney(row.refund_wanted - row.refunded))}</Aside>}
      {row.problem && (
        <Text size="sm" c="red">
          {t.problems[row.problem]}
        </Text>
      )}
    </>
  );
}

function Refund({ row }: { row: contract.SupplierCardPayment }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const ask = useConfirm();
  const refund = useAction(contract.refundCardPayment, { success: t.refundAsked });
  const left = row.amount - row.refunded;
  if (row.state !== 'paid' || left === 0 || row.refund_wanted > row.refunded || !can('card_payments.refund'))
    return null;
  const onRefund = async () => {
    const question = { title: t.refundTitle(formatMoney(left)), effects: t.refundEffects, confirmLabel: t.refund };
    if (await ask({ ...question, danger: true })) refund.mutate({ params: { project_id, id: row.id }, body: {} });
  };
  return (
    <Button size="compact-sm" variant="default" loading={refund.isPending} onClick={() => void onRefund()}>
      {t.refund}
    </Button>
  );
}
