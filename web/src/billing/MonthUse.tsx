import * as contract from '@lanka/domain/billing/invoices';
import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import { Group, Progress, Stack, Switch, Text } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { Money } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { discountInWords } from './discount-words';
import { invoiceText } from './invoice-text';
import { barColor } from './UsageRow';

/** Orders of the month against the plan, what has begun beyond it, and what the next invoice is by now. */
export function MonthUse() {
  const t = useText(invoiceText);
  const project_id = useProjectId();
  const billing = useCall(contract.readBilling, { params: { project_id } });
  return (
    <Loaded query={billing}>
      {(one) => (
        <>
          <Sums billing={one} />
          {one.use && (
            <Section title={t.beyond}>
              <Use use={one.use} packsAreOff={one.extra_orders === false} />
              {one.extra_orders !== null && one.subscription_plan !== null && <Packs on={one.extra_orders} />}
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

/** What is due, and what comes on the 1st. */
export function Sums({ billing: { due, next_invoice, discount } }: { billing: contract.Billing }) {
  const t = useText(invoiceText);
  const { locale } = useLocale();
  return (
    <Section>
      <Group justify="space-between">
        <Text>{t.due}</Text>
        {due > 0 ? <Money kopecks={due} fw={600} c="red" /> : <Text c="dimmed">{t.nothingDue}</Text>}
      </Group>
      {discount && (
        <Group justify="space-between" mt="xs">
          <Text>{t.discount}</Text>
          <Text c="dimmed">{discountInWords(discount, locale)}</Text>
        </Group>
      )}
      {next_invoice && (
        <Group justify="space-between" mt="xs">
          <Text>{t.nextInvoice}</Text>
          <Text c="dimmed">{t.nextInvoiceOn(dotted(next_invoice.on), formatMoney(next_invoice.amount))}</Text>
        </Group>
      )}
    </Section>
  );
}

function Use({ use, packsAreOff }: { use: contract.MonthUse; packsAreOff: boolean }) {
  const t = useText(invoiceText);
  const { orders, orders_included, packs, pack_size, pack_price, extra_collaborators, extra_collaborator_price } = use;
  const most = orders_included === null ? null : orders_included + packs * pack_size;
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text>{t.orders}</Text>
        <Text c="dimmed">
          {most === null ? formatCount(orders) : t.ordersUsed(formatCount(orders), formatCount(most))}
        </Text>
      </Group>
      {most !== null && (
        <Progress
          value={Math.min(100, (orders / most) * 100)}
          color={barColor((orders / most) * 100)}
          aria-label={t.orders}
        />
      )}
      {most !== null && orders >= most && packsAreOff && <Text size="sm">{t.ordersFull}</Text>}
      <Text size="sm" c="dimmed">
        {t.ordersHint} {orders_included !== null && packs === 0 && `${t.noPacks(formatMoney(pack_price))}.`}
      </Text>
      {packs > 0 && <Text size="sm">{t.packs(packs, formatMoney(pack_price))}</Text>}
      {extra_collaborators > 0 && extra_collaborator_price !== null && (
        <Text size="sm">{t.people(extra_collaborators, formatMoney(extra_collaborator_price))}</Text>
      )}
    </Stack>
  );
}

function Packs({ on }: { on: boolean }) {
  const t = useText(invoiceText);
  const { can } = useSession();
  const project_id = useProjectId();
  const change = useAction(contract.setExtraOrders, { success: on ? t.packsOff : t.packsOn });
  return (
    <Switch
      mt="md"
      label={t.autoPacks}
      description={t.autoPacksHint}
      checked={on}
      disabled={change.isPending || !can('billing.manage')}
      onChange={() => change.mutate({ params: { project_id }, body: { extra_orders: !on } })}
    />
  );
}
