import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/reports/contract';
import { REPORTS, type ReportKind } from '@lanka/domain/reports/kinds';
import { Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, RadioField } from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { type Preset, presetOf, presetPeriod } from '../kit/periods';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { KindField, ModificationField, PartyOf, ReportTabs, useKinds } from './parts';
import { ReportsList, ToldReport } from './ReportsList';
import { text } from './text';

/**
 * `/cp/reports`: one is asked for at the top, and those of the last 30 days stand below. `?report=` is one that somebody
 * was told of: a letter about it leads here, and on a phone the list stands far below.
 */
export function ReportsPage() {
  const t = useText(text);
  const [params] = useSearchParams();
  const told = params.get('report');
  return (
    <Page title={t.title} subtitle={t.subtitle}>
      <ReportTabs />
      {told && <ToldReport key={told} id={told} />}
      <NewReport />
      <ReportsList title={t.made} />
    </Page>
  );
}

type ReportForm = EntityForm<typeof contract.CreateReportBody>;
const SHOWN = ['today', 'week', 'days30', 'month', 'lastMonth', 'year'] as const satisfies readonly Preset[];
const FORMATS = contract.REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }));

function NewReport() {
  const t = useText(text);
  const project_id = useProjectId();
  const kinds = useKinds();
  const today = kyivDate(new Date());
  const create = useAction(contract.createReport, { quiet: true });
  const form = useEntityForm({
    schema: contract.CreateReportBody,
    initial: {
      ...{ kind: kinds[0] ?? 'sales', format: 'xlsx', ...presetPeriod('days30', today), on: '' },
      ...{ product_variant_id: '', counterparty_id: '' },
    },
    success: t.started,
    // what is chosen here is no work that is lost by leaving
    guard: false,
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
  });
  const kind = form.watch().kind;
  return (
    <Form
      form={form}
      labels={{
        ...{ kind: t.kind, format: t.format, from: t.from, to: t.to, on: t.on },
        ...{ product_variant_id: t.modification, counterparty_id: t.counterparty },
      }}
    >
      <Section title={t.newReport}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <KindField {...form.field('kind')} kind={kind} />
            <RadioField {...form.field('format')} label={t.format} options={FORMATS} />
          </SimpleGrid>
          <Asked form={form} kind={kind} today={today} />
          <div>
            <SubmitButton>{t.make}</SubmitButton>
          </div>
        </Stack>
      </Section>
    </Form>
  );
}

/** What this kind asks for; what it does not ask for is emptied. */
function Asked({ form, kind, today }: { form: ReportForm; kind: ReportKind; today: string }) {
  const t = useText(text);
  const { can } = useSession();
  const { asks, modification, counterparty } = REPORTS[kind];
  const { from = '', to = '' } = form.watch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind asks for other things
  useEffect(() => {
    if (!modification) form.setValue('product_variant_id', '');
    if (!counterparty) form.setValue('counterparty_id', '');
    const period = presetPeriod('days30', today);
    form.setValue('on', asks === 'day' ? today : '');
    if (asks === 'day') for (const end of ['from', 'to'] as const) form.setValue(end, '');
    else if (!form.watch().from) for (const end of ['from', 'to'] as const) form.setValue(end, period[end]);
  }, [kind]);
  const preset = presetOf({ from, to }, today, { of: SHOWN, chosen: null });
  const choose = (name: string) => {
    const chosen = SHOWN.find((one) => one === name);
    if (!chosen) return;
    const period = presetPeriod(chosen, today);
    form.setValue('from', period.from);
    form.setValue('to', period.to);
  };
  return (
    <>
      {modification && <ModificationField {...form.field('product_variant_id')} />}
      {asks === 'period' ? (
        <Group gap="md" align="flex-start">
          <NativeSelect
            label={t.period}
            value={preset ?? 'own'}
            onChange={(event) => choose(event.currentTarget.value)}
            data={[
              ...SHOWN.map((value) => ({ value, label: t.presets[value] })),
              ...(preset ? [] : [{ value: 'own', label: t.own }]),
            ]}
          />
          <DateField {...form.field('from')} label={t.from} required />
          <DateField {...form.field('to')} label={t.to} required />
        </Group>
      ) : (
        <Group>
          <DateField {...form.field('on')} label={t.on} max={today} required />
        </Group>
      )}
      {counterparty && can('counterparties.names') && <PartyOf {...form.field('counterparty_id')} />}
    </>
  );
}
