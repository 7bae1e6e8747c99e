import * as contract from '@lanka/domain/banking/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import { Alert, Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconArrowBackUp } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf, orderPath } from '../orders';
import { CounterpartyLink } from '../partners';
import { EnterParts } from './EnterParts';
import { ROOT } from './Frame';
import { rowState, text } from './text';

/** `/cp/integrations/banking/rows/:id`: a row, what it may be, and what it was entered as. */
export function RowPage() {
  const t = useText(text);
  const { can } = useSession();
  const ask = useConfirm();
  const params = { project_id: useProjectId(), id: useParams().id ?? '' };
  const row = useCall(contract.readBankRow, { params });
  const ignore = useAction(contract.ignoreBankRow, { success: t.ignored });
  const undo = useAction(contract.undoBankRow, { success: t.undone });
  const { data } = row;
  const may = can('banking.match');
  const onIgnore = async () => {
    const question = { title: t.ignoreTitle, effects: t.ignoreEffects, confirmLabel: t.ignore };
    const answer = await ask({ ...question, reason: { label: t.ignoreReason, required: true } });
    if (answer) ignore.mutate({ params, body: { reason: answer.reason } });
  };
  const onUndo = async (isMatched: boolean) => {
    const question = isMatched
      ? { title: t.undoTitle, effects: t.undoEffects, confirmLabel: t.undo, danger: true }
      : { title: t.takeBackTitle, effects: t.takeBackEffects, confirmLabel: t.takeBack };
    const answer = await ask({ ...question, reason: { label: t.reason, required: true } });
    if (answer) undo.mutate({ params, body: { reason: answer.reason } });
  };
  const isMatched = data?.state === 'matched';
  const mayUndo = may && data && (isMatched || (data.state === 'ignored' && data.reversed_at === null));
  return (
    <Page
      title={data ? data.counter_name || t.nameless : t.row}
      crumbs={[
        { to: ROOT, label: t.title },
        { to: `${ROOT}/rows`, label: t.rows },
      ]}
      status={data && <StatusBadge table={rowState} value={data.state} />}
      menu={[
        { label: t.ignore, icon: IconArchive, onClick: () => void onIgnore(), hidden: !may || data?.state !== 'open' },
        {
          label: isMatched ? t.undo : t.takeBack,
          icon: IconArrowBackUp,
          onClick: () => void onUndo(isMatched),
          hidden: !mayUndo,
        },
      ]}
      side={data && <Facts row={data} />}
    >
      <Loaded query={row}>
        {(known) => (
          <Stack gap="md">
            {known.reversed_at && known.state === 'matched' && <Alert color="red">{t.takenBackAlert}</Alert>}
            {known.hold && <Alert color="yellow">{t.holdAlert}</Alert>}
            {known.state === 'matched' && <Parts title={t.parts} parts={known.parts} />}
            {known.state === 'ignored' && (
              <Section title={t.ignoredBecause}>
                <Text className="wrap-anywhere">{known.ignored_reason || (known.reversed_at && t.takenBack)}</Text>
                <Text size="sm" c="dimmed" component="div">
                  {known.decided_by?.name ?? t.system} · <DateTime at={known.decided_at} />
                </Text>
              </Section>
            )}
            {known.state === 'open' && known.amount === 0 && <Alert color="yellow">{t.zeroAlert}</Alert>}
            {known.state === 'open' && !known.hold && known.amount !== 0 && (
              <>
                <Suggestions row={known} may={may} />
                {may && <EnterParts key={known.id} row={known} />}
              </>
            )}
            {known.undone.length > 0 && <Parts title={t.undoneParts} parts={known.undone} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ row }: { row: contract.BankRowDetails }) {
  const t = useText(text);
  return (
    <KeyFacts
      title={t.facts}
      facts={[
        { label: t.amount, value: <Money kopecks={row.amount} signed fw={600} size="lg" /> },
        { label: t.time, value: <DateTime at={row.at} /> },
        {
          label: t.account,
          value: (
            <>
              {t.banks[row.bank]}
              <Aside>{row.account_title}</Aside>
            </>
          ),
        },
        { label: t.purpose, value: <span className="wrap-anywhere">{row.purpose}</span>, hidden: row.purpose === '' },
        { label: t.code, value: row.counter_code, hidden: row.counter_code === '' },
        {
          label: t.iban,
          value: <span className="wrap-anywhere">{row.counter_iban}</span>,
          hidden: row.counter_iban === '',
        },
        { label: t.document, value: row.number, hidden: row.number === '' },
      ]}
    />
  );
}

function Suggestions({ row, may }: { row: contract.BankRowDetails; may: boolean }) {
  const t = useText(text);
  const project_id = useProjectId();
  const match = useAction(contract.matchBankRow, { success: t.entered });
  if (row.suggestions.length === 0) return <Section title={t.suggestions} empty={t.noSuggestions} />;
  return (
    <Section title={t.suggestions}>
      <Stack gap="md">
        {row.suggestions.map((one, nth) => (
          <Group
            // the same counterparty may stand there more than once
            key={`${one.counterparty_id} ${one.orders[0]?.id ?? one.payment?.id ?? one.payout?.row_id ?? nth}`}
            justify="space-between"
            align="flex-start"
            gap="sm"
          >
            <div style={{ flex: '1 1 240px', minWidth: 0 }}>
              <Group gap="xs">
                <Text fw={600} component="div">
                  <CounterpartyLink id={one.counterparty_id} name={one.counterparty_name} />
                </Text>
                {one.sure && (
                  <Badge variant="default" radius="sm" tt="none">
                    {t.sure}
                  </Badge>
                )}
              </Group>
              <Text size="sm">
                <What of={one} isIn={row.amount > 0} />
              </Text>
              <Text size="sm" c="dimmed">
                {t.agreesBy(one.reasons.map((reason) => t.reasons[reason]).join(', '))}
              </Text>
            </div>
            {may && (
              <Button
                variant={nth === 0 ? 'filled' : 'default'}
                loading={match.isPending}
                aria-label={t.enterAs(one.counterparty_name)}
                onClick={() => match.mutate({ params: { project_id, id: row.id }, body: bodyOf(one, row.amount) })}
              >
                {t.enter}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function What({ of: { orders, payment, payout }, isIn }: { of: contract.Suggestion; isIn: boolean }) {
  const t = useText(text);
  if (payment) return payment.status === 'pending' ? t.pending(dotted(payment.date)) : t.known(dotted(payment.date));
  if (payout) return t.payoutOf(payout.number);
  if (orders.length === 0) return isIn ? t.toBalance : t.withdraw;
  return orders.map((order) => `${t.forOrder(numberOf(order))}: ${formatMoney(order.amount)}`).join(', ');
}

function bodyOf({ counterparty_id, orders, payment, payout }: contract.Suggestion, amount: number): contract.MatchBody {
  if (payment) return { payment_id: payment.id };
  if (payout) return { payout: { payout_id: payout.payout_id, row_id: payout.row_id } };
  const parts = orders.map((order) => ({ order_id: order.id, amount: order.amount }));
  return { parts: [{ counterparty_id, amount: Math.abs(amount), ...(parts.length > 0 ? { orders: parts } : {}) }] };
}

function Parts({ title, parts }: { title: string; parts: readonly contract.BankRowPart[] }) {
  const t = useText(text);
  return (
    <Section title={title}>
      <Stack gap="md">
        {parts.map((part) => (
          <div key={part.id}>
            <Group justify="space-between" gap="sm" align="flex-start">
              <Text fw={600} component="div">
                <CounterpartyLink id={part.counterparty_id} name={part.counterparty_name} />
              </Text>
              <Money kopecks={part.amount} fw={600} className="figures nowrap" />
            </Group>
            {part.orders.map((order) => (
              <Text key={order.id} size="sm">
                <Anchor component={Link} to={orderPath(order.id, null)} underline="always" size="sm">
                  {t.forOrder(numberOf(order))}
                </Anchor>
                : {formatMoney(order.amount)}
              </Text>
            ))}
            <Text size="sm" c="dimmed" component="div">
              {part.rule ? t.byRule[part.rule] : t.how[part.how]} · {part.matched_by.name ?? t.system} ·{' '}
              <DateTime at={part.matched_at} />
            </Text>
            {part.undone_at && (
              <Text size="sm" c="dimmed" component="div">
                {t.undone}: {part.undone_by?.name ?? t.system} · <DateTime at={part.undone_at} />
              </Text>
            )}
          </div>
        ))}
      </Stack>
    </Section>
  );
}
