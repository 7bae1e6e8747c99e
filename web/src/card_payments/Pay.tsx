import { LEAST } from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/card_payments/contract';
import type { SupplierBalance } from '@lanka/domain/payments/contract';
import { Button, Group, Modal, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { MoneyField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { text } from './text';

/** On the dropshipper's order: nothing where the supplier takes no cards, or nothing is left to pay. */
export function OrderCard({ projectId, order }: OrderPanelProps) {
  const t = useText(text);
  const offer = useCall(contract.readCardOffer, { params: { project_id: projectId }, query: { order_id: order.id } });
  if (!offer.data?.accepted || offer.data.left < LEAST) return null;
  return (
    <Section title={t.title} action={<PayButton projectId={projectId} orderId={order.id} left={offer.data.left} />}>
      <Text c="dimmed">{t.payText}</Text>
    </Section>
  );
}

/** In the wallet, under the balance with a supplier who takes cards. */
export function BalanceCard({ projectId, supplier }: { projectId: string; supplier: SupplierBalance }) {
  const owed = Math.max(0, -supplier.balance);
  return supplier.takes_cards ? <PayButton projectId={projectId} left={owed} compact /> : null;
}

interface PayProps {
  projectId: string;
  orderId?: string;
  left: number;
}

function PayButton({ compact = false, ...of }: PayProps & { compact?: boolean }) {
  const t = useText(text);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size={compact ? 'compact-sm' : 'sm'}
        variant={compact ? 'default' : 'filled'}
        leftSection={<IconCreditCard size={18} />}
        onClick={() => setOpen(true)}
      >
        {t.pay}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t.payTitle} centered>
        <PayForm {...of} />
      </Modal>
    </>
  );
}

const Body = contract.PayByCardBody.pick({ amount: true });

function PayForm({ projectId, orderId, left }: PayProps) {
  const t = useText(text);
  const pay = useAction(contract.payByCard, { quiet: true });
  const form = useEntityForm({
    schema: Body,
    initial: { amount: left >= LEAST ? left : '' },
    guard: false,
    submit: async ({ values }) => {
      const order = orderId ? { order_id: orderId } : {};
      const { page_url } = await pay.mutateAsync({ params: { project_id: projectId }, body: { ...values, ...order } });
      if (page_url) window.location.assign(page_url);
    },
  });
  return (
    <Form form={form}>
      <Text>{t.payText}</Text>
      <MoneyField {...form.field('amount')} label={t.amount} required />
      <Group>
        <SubmitButton>{t.toBank}</SubmitButton>
      </Group>
    </Form>
  );
}
