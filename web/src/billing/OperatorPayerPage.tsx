import * as contract from '@lanka/domain/billing/operator';
import { formatMoney } from '@lanka/domain/kit/money';
import { Audience } from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { planName } from '../identity';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, MoneyField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { Deeds, OnlyStaff, ROOT } from '../operator';
import { Discounts } from './Discounts';
import { invoiceStatus } from './invoice-status';
import { invoiceText } from './invoice-text';
import { useAsked } from './useAsked';

export const OperatorPayerPage = () => (
  <OnlyStaff>
    <Payer />
  </OnlyStaff>
);

/** `/cp/operator/billing/payers/:audience/:id`: whoever pays, also before he has any invoice. */
function Payer() {
  const t = useText(invoiceText);
  const { audience: given, id = '' } = useParams();
  const audience = Audience.catch('manufacturer').parse(given);
  const query = useCall(contract.readPlanPayer, { params: { audience, id } });
  return (
    <Loaded query={query}>
      {({ name }) => (
        <Page
          title={name}
          subtitle={t.audience[audience]}
          crumbs={[{ to: `${ROOT}/billing`, label: t.billing }]}
          side={
            <Stack>
              <PayerFacts audience={audience} id={id} isHere />
            </Stack>
          }
        >
          <Invoices id={id} />
          <Discounts audience={audience} id={id} />
          <NewInvoice audience={audience} id={id} name={name} />
          <Deeds subjectId={id} />
        </Page>
      )}
    </Loaded>
  );
}

function Invoices({ id }: { id: string }) {
  const t = useText(invoiceText);
  const list = usePages<contract.OperatorInvoice>(contract.listPlanInvoices, { query: { payer_id: id } });
  return (
    <Loaded query={list}>
      {(items) =>
        items.length === 0 ? (
          <Section title={t.invoices} empty={t.nobody} />
        ) : (
          <Section title={t.invoices}>
            <Stack gap="sm">
              {items.map(({ id: invoice, number, kind, status, issued_on, amount }) => (
                <Group key={invoice} justify="space-between" wrap="nowrap" align="flex-start">
                  <div>
                    <To to={`${ROOT}/billing/${invoice}`}>{kind === 'credit_note' ? t.creditNote(number) : number}</To>
                    <Text size="sm" c="dimmed">
                      {t.kind[kind]} · <DateOnly date={issued_on} span inherit />
                    </Text>
                  </div>
                  <Stack gap={4} align="flex-end">
                    <Money kopecks={amount} />
                    <StatusBadge table={invoiceStatus} value={status} size="sm" />
                  </Stack>
                </Group>
              ))}
              <MoreRows list={list} />
            </Stack>
          </Section>
        )
      }
    </Loaded>
  );
}

const Line = contract.createPlanInvoice.body.shape.lines.element
  .pick({ title: true, price: true })
  .extend(contract.createPlanInvoice.body.pick({ comment: true }).shape);

/** One made by hand, of one line. */
function NewInvoice({ audience, id, name }: Of & { name: string }) {
  const t = useText(invoiceText);
  const navigate = useNavigate();
  const create = useAction(contract.createPlanInvoice, { quiet: true });
  const form = useEntityForm({
    schema: Line,
    initial: { title: '', price: '', comment: '' },
    submit: ({ values: { title, price, comment } }) =>
      create.mutateAsync({
        body: { audience, payer_id: id, lines: [{ title, price, count: 1 }], ...(comment ? { comment } : {}) },
      }),
    // to what was made: a form that stays filled would make another
    onSaved: (made) => void navigate(`${ROOT}/billing/${made.id}`),
    success: t.made,
    guard: false,
  });
  const asked = useAsked(
    form,
    () => ({
      title: t.makeTitle(name, formatMoney(Number(form.watch().price))),
      ...{ effects: [t.makeEffect], confirmLabel: t.makeInvoice },
    }),
    () => form.checkFields(['title', 'price', 'comment']),
  );
  return (
    <Section title={t.newInvoice}>
      <Form form={asked}>
        <Stack>
          <TextField {...form.field('title')} label={t.lineTitle} maxLength={200} required />
          <MoneyField {...form.field('price')} label={t.amount} required />
          <TextField {...form.field('comment')} label={t.note} maxLength={500} />
          <SubmitButton>{t.makeInvoice}</SubmitButton>
        </Stack>
      </Form>
    </Section>
  );
}

const To = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} inherit className="wrap-anywhere">
    {children}
  </Anchor>
);

interface Of {
  audience: contract.PlanPayer['audience'];
  id: string;
}

const payerPath = ({ audience, id }: Of): string => `${ROOT}/billing/payers/${audience}/${id}`;

/** Beside an invoice, and on the page of the payer himself. */
export function PayerFacts({ audience, id, isHere = false }: Of & { isHere?: boolean }) {
  const t = useText(invoiceText);
  const { locale } = useLocale();
  const { data } = useCall(contract.readPlanPayer, { params: { audience, id } });
  if (!data) return null;
  const page = audience === 'manufacturer' ? `${ROOT}/projects/${id}` : `${ROOT}/users/${id}`;
  return (
    <>
      <KeyFacts
        title={t.whose}
        facts={[
          { label: t.audience[audience], value: <To to={page}>{data.name}</To> },
          { label: t.plan, value: planName(data.subscription_plan, locale) ?? t.noPlan },
          { label: t.due, value: <Money kopecks={data.due} /> },
          {
            label: t.readOnlyFrom,
            value: <DateOnly date={data.restriction?.from} />,
            hidden: data.restriction === null,
          },
          {
            label: t.invoices,
            ...{ value: <To to={payerPath({ audience, id })}>{t.invoicesOf}</To>, hidden: isHere },
          },
        ]}
      />
      {audience === 'manufacturer' && data.subscription_plan === null && <Trial payer={data} />}
    </>
  );
}

function Trial({ payer: { id, trial_until } }: { payer: contract.PlanPayer }) {
  const t = useText(invoiceText);
  const move = useAction(contract.extendTrial, { quiet: true });
  const form = useEntityForm({
    schema: contract.extendTrial.body,
    initial: { until: trial_until },
    submit: ({ values }) => move.mutateAsync({ params: { id }, body: values }),
    success: t.trialMoved,
  });
  return (
    <Section title={t.trialUntil}>
      <Form form={form}>
        <Stack>
          <DateField {...form.field('until')} label={t.trialUntil} min={kyivDate(new Date())} />
          <SubmitButton>{t.move}</SubmitButton>
        </Stack>
      </Form>
    </Section>
  );
}
