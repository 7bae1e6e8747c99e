import * as contract from '@lanka/domain/fiscal/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import { can } from '@lanka/domain/kit/permissions';
import { planErrors } from '@lanka/domain/kit/plans';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { WaitNote } from '../integrations';
import { Section } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
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
  const [issuing, setIssuing] = useState<'sale' | contract.OrderReceipts['returns'][number] | null>(null);
  const known = useCall(contract.readOrderReceipts, { params });
  const waits = known.data && moves(known.data);
  const found = useCall(contract.readOrderReceipts, { params }, { refetchInterval: waits ? POLL_MS : false });
  if (!found.data) return null;
  const { items, may, returns, connected } = found.data;
  if (!connected && items.length === 0) return null;
  const issues = can(role, 'receipts.issue');
  const actions = issues && (
    <Group gap="xs">
      {returns.map((back) => (
        <Button key={back.id} variant="default" size="compact-sm" onClick={() => setIssuing(back)}>
          {t.issueReturn(back.number)}
        </Button>
      ))}
      {may.sell && (
        <Button size="compact-sm" onClick={() => setIssuing('sale')}>
          {t.issue}
        </Button>
      )}
    </Group>
  );
  const back = issuing === 'sale' || issuing === null ? undefined : issuing;
  const dialog = issuing && (
    <IssueDialog
      projectId={projectId}
      order={order}
      title={back ? t.issueReturn(back.number) : t.issueTitle(numberOf(order))}
      offer={found.data}
      back={back}
      close={() => setIssuing(null)}
    />
  );
  const note = noteOf(found.data, order.status, t);
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
        {note && <Alert color="yellow">{note}</Alert>}
        {items.map((receipt) => (
          <ReceiptRow key={receipt.id} receipt={receipt} projectId={projectId} mayIssue={issues} />
        ))}
        <WaitNote wait={found.data.wait} />
        {why && !note && (
          <Text size="sm" c="dimmed">
            {why}
          </Text>
        )}
      </Stack>
      {dialog}
    </Section>
  );
}

/** Something is on its way, and is looked at again. */
const moves = ({ items, registers, returns_at }: contract.OrderReceipts): boolean =>
  items.some(isUnderWay) || [...registers, returns_at].some((one) => one?.shift === 'opening');

/** The receipt of the sale stands for another order than this has become since. */
function noteOf(
  { items, total }: contract.OrderReceipts,
  status: string,
  t: Pick<typeof text.ua, 'canceledSince' | 'editedSince'>,
): string | null {
  const issued = items.filter((one) => one.status === 'issued');
  const sale = issued.find(({ kind, reversed }) => kind === 'sell' && !reversed);
  if (!sale) return null;
  const back = issued.filter((one) => one.related_receipt_id === sale.id).reduce((sum, one) => sum + one.total, 0);
  if (status === 'Canceled') return back < sale.total ? t.canceledSince : null;
  return sale.total === total ? null : t.editedSince(formatMoney(sale.total), formatMoney(total));
}

const CODES = [...Object.values(contract.fiscalErrors), planErrors.receipts_not_included];

/** In the words of the error that issuing would answer. */
function whyOf(code: string, { seller }: contract.OrderReceipts, locale: Locale): string | null {
  const error = CODES.find((one) => one.code === code);
  return error ? error({ seller: seller.name }).message_in(locale) : null;
}
