import * as contract from '@lanka/domain/billing/contract';
import { monthInWords } from '@lanka/domain/billing/lines';
import { formatMoney } from '@lanka/domain/kit/money';
import { allowed as allowedBy, ManufacturerPlan, type Plan, plansThatLift } from '@lanka/domain/kit/plans';
import { formatDateTime } from '@lanka/domain/kit/time';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { planName } from '../identity';
import { Section } from '../kit/display/facts';
import { DateTime, Money } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { useChoiceWords } from './choice-words';
import { ProjectInvoices } from './Invoices';
import { MonthUse } from './MonthUse';
import { OverLimits, overLimits } from './OverLimits';
import { PlanCards, type PlanUse } from './PlanCards';
import { text } from './text';
import { barColor, formatUsed, UsageRow } from './UsageRow';
import { usePrices } from './use-prices';

// with these, so that the first load names fewer files
export { InvoicePage } from './InvoicePage';
export { OperatorBillingPage, OperatorInvoicePage } from './OperatorBillingPage';
export { OperatorLeftPage } from './OperatorLeftPage';
export { OperatorPayerPage } from './OperatorPayerPage';
export { OperatorPricesPage } from './OperatorPricesPage';

function Tabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: '/cp/billing', label: t.mainTab },
        { to: '/cp/billing/billing', label: t.changeTab },
      ]}
    />
  );
}

const useBilling = () => {
  const project_id = useProjectId();
  return useCall(contract.readProjectBilling, { params: { project_id } });
};

/** `/cp/billing`: the plan, its limits and how much of them is used. */
export function BillingPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const billing = useBilling();
  const changes = useCall(contract.listPlanChanges, { params: { project_id } });
  return (
    <Page title={t.billing} narrow>
      <Tabs />
      <Loaded query={billing}>
        {({ subscription_plan, subscription_plan_since, usage }) => (
          <>
            <Section title={planName(subscription_plan, locale) ?? t.trial}>
              <Stack align="flex-start">
                {subscription_plan ? (
                  <>
                    <Price plan={subscription_plan} />
                    <Text c="dimmed">
                      {t.since} {subscription_plan_since && formatDateTime(new Date(subscription_plan_since))}
                    </Text>
                  </>
                ) : (
                  <Text>{t.trialText}</Text>
                )}
                <Text c="dimmed">{t.tariffNotice}</Text>
                <Button component={Link} to="/cp/billing/billing">
                  {t.change}
                </Button>
              </Stack>
            </Section>
            <MonthUse />
            <Section title={t.limits}>
              <Stack>
                {usage.map((one) => (
                  <UsageRow key={one.limit} usage={one} lifting={plansThatLift(one.limit, one.used + 1)[0]} />
                ))}
              </Stack>
            </Section>
          </>
        )}
      </Loaded>
      <Section title={t.history}>
        <Loaded query={changes}>
          {({ items }) =>
            items.length === 0 ? (
              <Text c="dimmed">{t.noHistory}</Text>
            ) : (
              <Stack gap="sm">
                {items.map(({ id, from_plan, to_plan, changed_by, created_at }) => (
                  <div key={id}>
                    <Text fw={500}>
                      {t.historyLine(planName(from_plan, locale), planName(to_plan, locale) ?? to_plan)}
                    </Text>
                    <Text size="sm" c="dimmed">
                      {changed_by.name} · <DateTime at={created_at} span inherit />
                    </Text>
                  </div>
                ))}
              </Stack>
            )
          }
        </Loaded>
      </Section>
    </Page>
  );
}

/** The orders of this month against the plan, as its card shows them. */
function useOrdersUsed(): PlanUse | undefined {
  const t = useText(text);
  const project_id = useProjectId();
  const { data } = useCall(contract.readBilling, { params: { project_id } });
  const use = data?.use;
  if (!use || use.orders_included === null) return undefined;
  const most = use.orders_included + use.packs * use.pack_size;
  const percent = Math.min(100, Math.round((use.orders / most) * 100));
  return { text: t.ordersUsed(formatCount(use.orders), formatCount(most)), percent, color: barColor(percent) };
}

function Price({ plan }: { plan: string }) {
  const t = useText(text);
  const { locale } = useLocale();
  const prices = usePrices();
  const known = ManufacturerPlan.safeParse(plan);
  if (!known.success || !prices) return null;
  const { price, next } = prices(known.data);
  return (
    <div>
      <Text size="lg" fw={600}>
        <Money kopecks={price} span inherit /> {t.aMonth}
      </Text>
      {next && <Text>{t.priceFrom(monthInWords(next.from, locale), formatMoney(next.price))}</Text>}
    </div>
  );
}

/** `/cp/billing/billing`: choosing another plan; what is over the new one's limits stands in the way. */
export function PlanPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const { refresh } = useSession();
  const project_id = useProjectId();
  const billing = useBilling();
  const used = useOrdersUsed();
  const choiceWords = useChoiceWords();
  const confirm = useConfirm();
  const [over, setOver] = useState<readonly contract.Usage[]>([]);
  const [busy, setBusy] = useState<string | null>(null);
  const change = useAction(contract.setProjectPlan, {
    success: t.changed,
    quiet: true,
  });
  const choose = async (plan: Plan) => {
    const chosen = ManufacturerPlan.parse(plan);
    setOver([]);
    setBusy(chosen);
    try {
      // of this moment: what is said here is what is invoiced
      const account = await call(contract.readBilling, { params: { project_id } });
      if (!(await confirm(question(chosen, account)))) return;
      await change.mutateAsync({ params: { project_id }, body: { subscription_plan: chosen } });
      await refresh();
    } catch (error) {
      const limits = overLimits(error);
      setOver(limits);
      if (limits.length === 0) notifyError(error);
    } finally {
      setBusy(null);
    }
  };
  const question = (chosen: ManufacturerPlan, account: contract.Billing) => ({
    title: t.changeTitle(planName(chosen, locale) ?? chosen),
    effects: [
      ...choiceWords(account, chosen),
      ...(billing.data?.usage ?? []).map(({ limit, used }) => {
        const most = allowedBy(chosen, limit);
        const newMost = most === null ? null : formatUsed(limit, most, locale);
        return t.newLimit(t.limit[limit], formatUsed(limit, used, locale), newMost);
      }),
      t.atOnce,
    ],
    confirmLabel: t.change,
  });
  return (
    <Page title={t.billing}>
      <Tabs />
      <OverLimits over={over} />
      <Loaded query={billing}>
        {({ subscription_plan }) => (
          <PlanCards
            plans={ManufacturerPlan.options}
            popular={ManufacturerPlan.options[1]}
            chosen={subscription_plan}
            used={used}
            busy={busy}
            choose={(plan) => void choose(plan)}
          />
        )}
      </Loaded>
      <Text c="dimmed">{t.tariffNotice}</Text>
      <ProjectInvoices />
    </Page>
  );
}
