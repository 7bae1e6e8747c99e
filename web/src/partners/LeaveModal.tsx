import { formatMoney } from '@lanka/domain/kit/money';
import { type Leaving, leaveSupplier, readLeaving } from '@lanka/domain/partners/access';
import type { SupplierCard } from '@lanka/domain/partners/contract';
import { Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { text } from './access-text';

interface LeaveProps {
  supplier: SupplierCard;
  opened: boolean;
  close: () => void;
}

/** What stays and what ends, as it is at this moment, before a dropshipper leaves his supplier. */
export function LeaveModal({ supplier, opened, close }: LeaveProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.leaveTitle(supplier.title)} centered>
      <Leave supplier={supplier} close={close} />
    </Modal>
  );
}

function Leave({ supplier: { project_id }, close }: Omit<LeaveProps, 'opened'>) {
  const t = useText(text);
  const navigate = useNavigate();
  const params = { project_id };
  const leaving = useCall(readLeaving, { params });
  const [reason, setReason] = useState('');
  const leave = useAction(leaveSupplier, {
    success: t.left,
    onSuccess: () => navigate('/cp/suppliers/past', { replace: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (leaving.data && !leave.isPending)
      leave.mutate({ params, body: reason.trim() ? { reason: reason.trim() } : {} });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Loaded query={leaving}>{(found) => <WhatFollows found={found} />}</Loaded>
        <Textarea
          label={t.why}
          description={t.whyHint}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.back}
          </Button>
          <Button type="submit" color="red" disabled={!leaving.data} loading={leave.isPending}>
            {t.leave}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function WhatFollows({ found: { balance, open_orders, drafts, held } }: { found: Leaving }) {
  const t = useText(text);
  const sum = formatMoney(Math.abs(balance));
  const settled = balance < 0 ? t.owes(sum) : balance > 0 ? t.has(sum) : t.even;
  const parts = [
    [t.stays, [t.openOrders(open_orders), settled, t.papers]],
    [t.ending, [t.noOrders, ...(drafts > 0 ? [t.drafts(drafts)] : []), ...(held > 0 ? [t.held(held)] : []), t.feeds]],
  ] as const;
  return (
    <Stack gap="md">
      {parts.map(([title, lines]) => (
        <div key={title}>
          <Text fw={500} mb={4}>
            {title}
          </Text>
          <List spacing={4}>
            {lines.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </div>
      ))}
      <Text size="sm">{t.again}</Text>
    </Stack>
  );
}
