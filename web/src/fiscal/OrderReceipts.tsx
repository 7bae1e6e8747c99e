import * as contract from '@lanka/domain/fiscal/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import { can } from '@lanka/domain/kit/permissions';
import { planErrors } from '@lanka/domain/kit/plans';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { useLocale, useText } from '../kit/text';
import { numberOf, type OrderPanelProps } from '../orders';
import { IssueDialog } from './IssueDialog';
import { ReceiptRow } from './ReceiptRow';
import { isUnderWay, text } from './text';

const POLL_MS = 1_500;

/** On the page of an order: its fiscal receipts, and the way to issue one. Nothing where there is no register. */
export function OrderReceipts({ projectId, order, role }: OrderPanelProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const params = { project_id: projectId, id: order.id };
  const [isIssuing, setIssuing] = useState(false);
  const known = useCall(contract.readOrderReceipts, { params });
  const waits = known.data?.items.some(isUnderWay) || known.data?.registers.some(({ shift }) => shift === 'opening');
  const found = useCall(contract.readOrderReceipts, { params }, { refetchInterval: waits ? POLL_MS : false });
  const giveBack = useAction(contract.issueReceipt, { success: t.issued });
  if (!found.data) return null;
  const { items, may, returns, connected } = found.data;
  if (!connected && items.length === 0) return null;
  const issues = can(role, 'receipts.issue');
  const actions = issues && (
    <Group gap="xs">
      {returns.map(({ id, number }) => (
        <Button
          key={id}
          variant="default"
          size="compact-sm"
          loading={giveBack.isPending}
          onClick={() => giveBack.mutate({ params, body: { return_id: id } })}
        >
          {t.issueReturn(number)}
        </Button>
      ))}
      {may.sell && (
        <Button size="compact-sm" onClick={() => setIssuing(true)}>
          {t.issue}
        </Button>
      )}
    </Group>
  );
  const dialog = isIssuing && (
    <IssueDialog
      projectId={projectId}
      order={order}
      title={t.issueTitle(numberOf(order))}
      offer={found.data}
      close={() => setIssuing(false)}
    />
  );
  const why =
    may.why_not && may.why_not !== contract.fiscalErrors.issued_already.code
      ? whyOf(may.why_not, found.data, locale)
      : null;
  if (items.length === 0)
    return (
      <>
        <Section title={t.ofOrder} empty={why ?? t.noneOfOrder} action={actions} />
        {dialog}
      </>
    );
  return (
    <Section title={t.ofOrder} action={actions}>
      <Stack gap="sm">
        {items.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} projectId={projectId} mayIssue={issues} />
        ))}
        {why && (
          <Text size="sm" c="dimmed">
            {why}
          </Text>
        )}
      </Stack>
      {dialog}
    </Section>
  );
}

const CODES = [...Object.values(contract.fiscalErrors), planErrors.receipts_not_included];

/** In the words of the error that issuing would answer. */
function whyOf(code: string, { seller }: contract.OrderReceipts, locale: Locale): string | null {
  const error = CODES.find((one) => one.code === code);
  return error ? error({ seller: seller.name }).message_in(locale) : null;
}
