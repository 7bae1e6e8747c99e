import { listMyPlanChanges, readMyBilling, readMyBills, setMyPlan, type Usage } from '@lanka/domain/billing/contract';
import { type CurrentUser, updateMe } from '@lanka/domain/identity/contract';
import { formatIban } from '@lanka/domain/kit/iban';
import { DropshipperPlan, type Plan, storageAllowed } from '@lanka/domain/kit/plans';
import { LegalType } from '@lanka/domain/kit/tax_code';
import { Accordion, Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { isDropshipper, planName } from '../identity';
import { Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { Form, FormBar } from '../kit/form/Form';
import { PhoneField, RadioField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { useKnownRoute } from '../kit/page/routes';
import { EmptyState, Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { TaxCodeField } from '../projects';
import { useChoiceWords } from './choice-words';
import { MyInvoices } from './Invoices';
import { Sums } from './MonthUse';
import { OverLimits, overLimits } from './OverLimits';
import { PlanCards } from './PlanCards';
import { text } from './text';
import { UsageRow } from './UsageRow';

export { MyInvoicePage } from './InvoicePage';

function Tabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.dropshipperSections}
      tabs={[
        { to: '/cp/dropshipper-profile/main', label: t.data },
        { to: '/cp/dropshipper-profile/billing', label: t.paymentAndSubscription },
      ]}
    />
  );
}

/** Shown to whoever has not become a dropshipper yet (specification §2.3). */
function NotYet() {
  const t = useText(text);
  const known = useKnownRoute();
  return (
    <EmptyState
      drawing="connect"
      title={t.notDropshipper}
      text={t.notDropshipperText}
      action={
        <Group justify="center">
          <Button component={Link} to="/cp/dropshipper-onboarding">
            {t.become}
          </Button>
          {known('/cp/catalogue') && (
            <Button component={Link} to="/cp/catalogue" variant="default">
              {t.toCatalogue}
            </Button>
          )}
        </Group>
      }
    />
  );
}

/** `/cp/dropshipper-profile/main`: what documents of the dropshipper carry. */
export function DropshipperDataPage() {
  const t = useText(text);
  const { user } = useSession();
  return (
    <Page title={t.dropshipperProfile} narrow>
      <Tabs />
      {isDropshipper(user) ? <DataForm /> : <NotYet />}
    </Page>
  );
}

function DataForm() {
  const t = useText(text);
  const { user, refresh } = useSession();
  const update = useAction(updateMe, { quiet: true });
  const form = useEntityForm({
    schema: updateMe.body,
    initial: { ...user, iban: user.iban === null ? null : formatIban(user.iban) },
    success: t.saved,
    submit: ({ changed }) => update.mutateAsync({ body: changed }),
    onSaved: () => void refresh(),
  });
  const now = form.watch();
  const legalType = LegalType.safeParse(now.drop_legal_type);
  const legalTypes = Object.entries(t.legalTypes).map(([value, label]) => ({ value, label }));
  return (
    <Form form={form}>
      <Section>
        <Stack>
          <RadioField {...form.field('drop_legal_type')} label={t.legalType} options={legalTypes} />
          <TextField {...form.field('drop_legal_name')} label={t.legalName} maxLength={200} />
          <PhoneField {...form.field('phone_number')} label={t.phone} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TaxCodeField
              field={form.field('edropoy_code')}
              label={t.taxCode}
              value={now.edropoy_code}
              legalType={legalType.success ? legalType.data : null}
            />
            <TextField {...form.field('iban')} label={t.iban} placeholder="UA…" maxLength={60} />
          </SimpleGrid>
          <TextareaField {...form.field('drop_description')} label={t.about} maxLength={2000} />
        </Stack>
      </Section>
      <FormBar />
    </Form>
  );
}

const FREE: Plan = 'dropshipper-free';

/** Its card is not among the others (specification §2.5); whoever a supplier has invited need not pay for ever. */
const mayGoFree = ({ subscription_plan, projects }: CurrentUser): boolean =>
  subscription_plan !== null && subscription_plan !== FREE && projects.some(({ role }) => role === 'Client');

/** `/cp/dropshipper-profile/billing`: the plan, the tariff notice and four answers (specification §2.3). */
export function DropshipperBillingPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const { user, refresh } = useSession();
  const [busy, setBusy] = useState<string | null>(null);
  const [over, setOver] = useState<readonly Usage[]>([]);
  const change = useAction(setMyPlan, { success: t.changed, quiet: true });
  const refused = (error: unknown) => {
    const limits = overLimits(error);
    setOver(limits);
    if (limits.length === 0) notifyError(error);
  };
  const confirm = useConfirm();
  const choiceWords = useChoiceWords();
  const choose = async (plan: Plan) => {
    setOver([]);
    setBusy(plan);
    try {
      // of this moment: what is said here is what is invoiced
      const effects = [
        ...choiceWords(await call(readMyBills, {}), plan),
        ...(plan === FREE ? t.freeEffects : []),
        t.atOnce,
      ];
      const title = t.changeTitle(planName(plan, locale) ?? plan);
      if (!(await confirm({ title, effects, confirmLabel: t.change }))) return;
      await change.mutateAsync({ body: { subscription_plan: DropshipperPlan.parse(plan) } });
      await refresh();
    } catch (error) {
      refused(error);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Page title={t.dropshipperProfile}>
      <Tabs />
      {isDropshipper(user) ? (
        <>
          <OverLimits over={over} />
          {user.invited_only && <Alert color="accent">{t.invitedFree}</Alert>}
          <PlanCards
            plans={DropshipperPlan.options.slice(1)}
            popular={DropshipperPlan.options[1]}
            chosen={user.subscription_plan}
            busy={busy}
            choose={(plan) => void choose(plan)}
          />
          {mayGoFree(user) && (
            <Group gap="sm">
              <Text c="dimmed">{t.freeHint}</Text>
              <Button variant="default" size="xs" loading={busy === FREE} onClick={() => void choose(FREE)}>
                {t.toFree}
              </Button>
            </Group>
          )}
          <Text c="dimmed">{t.tariffNotice}</Text>
          <MySums />
          <MyInvoices />
          <MyUsage />
          <PlanHistory />
        </>
      ) : (
        <NotYet />
      )}
      <Section title={t.faq}>
        <Accordion order={3}>
          {t.questions.map(({ question, answer }) => (
            <Accordion.Item key={question} value={question}>
              <Accordion.Control>{question}</Accordion.Control>
              <Accordion.Panel>{answer}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </Section>
    </Page>
  );
}

/** What is due, and what comes next. */
function MySums() {
  const bills = useCall(readMyBills, {});
  return <Loaded query={bills}>{(billing) => <Sums billing={billing} />}</Loaded>;
}

/** How much of the own limits is used. */
function MyUsage() {
  const t = useText(text);
  const billing = useCall(readMyBilling, {});
  return (
    <Section title={t.limits}>
      <Loaded query={billing}>
        {({ usage }) => (
          <Stack>
            {usage.map((one) => (
              <UsageRow
                key={one.limit}
                usage={one}
                lifting={DropshipperPlan.options.find(
                  (plan) => storageAllowed('dropshipper', plan) > (one.allowed ?? 0),
                )}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

/** What was chosen before, and when. */
function PlanHistory() {
  const t = useText(text);
  const { locale } = useLocale();
  const changes = useCall(listMyPlanChanges, {});
  return (
    <Section title={t.changesOfPlan}>
      <Loaded query={changes}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t.noHistory}</Text>
          ) : (
            <Stack gap="sm">
              {items.map(({ id, from_plan, to_plan, created_at }) => (
                <div key={id}>
                  <Text fw={500}>
                    {t.historyLine(planName(from_plan, locale), planName(to_plan, locale) ?? to_plan)}
                  </Text>
                  <Text size="sm" c="dimmed">
                    <DateTime at={created_at} span inherit />
                  </Text>
                </div>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}
