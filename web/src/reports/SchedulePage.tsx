import * as contract from '@lanka/domain/reports/contract';
import { REPORTS } from '@lanka/domain/reports/kinds';
import { RHYTHMS } from '@lanka/domain/reports/rules';
import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import { ChoicesField, RadioField, SelectField, SwitchField } from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { KindField, ModificationField, PartyOf, REPORTS_PAGE, SCHEDULES_PAGE, useKinds } from './parts';
import { ReportsList } from './ReportsList';
import { scheduleState, scheduleText } from './schedule-text';
import { hourOf, stateOf, useRhythm } from './schedule-words';
import { text } from './text';

const { kind, format, product_variant_id, counterparty_id, rhythm, weekday, month_day, hour, recipients } =
  contract.ScheduleBody.shape;
const numberOrNull = (value: unknown) => (value === '' || value === null ? null : Number(value));

/** A list gives its choice as text; what hangs together the server says, on its fields. */
const ScheduleForm = z.object({
  ...{ kind, format, product_variant_id, counterparty_id, rhythm, recipients },
  weekday: z.preprocess(numberOrNull, weekday),
  month_day: z.preprocess(numberOrNull, month_day),
  hour: z.preprocess(Number, hour),
  active: z.boolean(),
});
type ScheduleForm = EntityForm<typeof ScheduleForm>;

const toForm = (schedule: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...schedule,
  weekday: String(schedule.weekday ?? 1),
  month_day: String(schedule.month_day ?? 1),
  hour: String(schedule.hour),
  recipients: (schedule.recipients as contract.ReportSchedule['recipients']).map(({ id }) => id),
});

const useCrumbs = () => {
  const words = useText(text);
  return [
    { to: REPORTS_PAGE, label: words.title },
    { to: SCHEDULES_PAGE, label: words.schedules },
  ];
};

/** `/cp/reports/schedules/new` */
export function NewSchedulePage() {
  const t = useText(scheduleText);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const kinds = useKinds();
  const { user } = useSession();
  const create = useAction(contract.createSchedule, { quiet: true });
  const form = useEntityForm({
    schema: ScheduleForm,
    initial: {
      ...{ kind: kinds[0] ?? 'sales', format: 'xlsx', product_variant_id: '', counterparty_id: '' },
      ...{ rhythm: 'weekly', weekday: '1', month_day: '1', hour: '8', active: true },
      recipients: [user.id],
    },
    success: t.created,
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: ({ id }) => navigate(`${SCHEDULES_PAGE}/${id}`, { replace: true }),
  });
  return (
    <Page title={t.create} subtitle={t.subtitle} crumbs={useCrumbs()} narrow>
      <Fields
        form={form}
        foot={
          <div>
            <SubmitButton back={SCHEDULES_PAGE}>{t.create}</SubmitButton>
          </div>
        }
      />
    </Page>
  );
}

/** `/cp/reports/schedules/:id` */
export function SchedulePage({ id }: { id: string }) {
  const words = useText(text);
  const project_id = useProjectId();
  const crumbs = useCrumbs();
  const found = useCall(contract.readSchedule, { params: { project_id, id } });
  if (!found.data)
    return (
      <Page title={words.schedules} crumbs={crumbs}>
        <Loaded query={found}>{() => null}</Loaded>
      </Page>
    );
  return <Known schedule={found.data} crumbs={crumbs} />;
}

interface KnownProps {
  readonly schedule: contract.ReportSchedule;
  readonly crumbs: { to: string; label: string }[];
}

function Known({ schedule, crumbs }: KnownProps) {
  const t = useText(scheduleText);
  const { locale } = useLocale();
  const rhythmOf = useRhythm();
  const project_id = useProjectId();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const params = { project_id, id: schedule.id };
  const update = useAction(contract.updateSchedule, { quiet: true });
  const remove = useAction(contract.deleteSchedule, {
    success: t.deleted,
    onSuccess: () => navigate(SCHEDULES_PAGE, { replace: true }),
  });
  const form = useEntityForm({
    schema: ScheduleForm,
    initial: schedule,
    fromEntity: toForm,
    version: schedule.version,
    success: t.saved,
    submit: ({ values, version }) => update.mutateAsync({ params, body: values, if_match: version }),
  });
  const onDelete = async () => {
    const question = { title: t.deleteTitle, text: t.deleteText, confirmLabel: t.delete, danger: true };
    if (await confirm(question)) remove.mutate({ params });
  };
  const state = stateOf(schedule);
  return (
    <Page
      title={[REPORTS[schedule.kind][locale], schedule.subject].filter(Boolean).join(': ')}
      crumbs={crumbs}
      status={<StatusBadge table={scheduleState} value={state} />}
      menu={[{ label: t.delete, icon: IconTrash, onClick: () => void onDelete(), danger: true }]}
      side={
        <KeyFacts
          facts={[
            { label: t.rhythm, value: rhythmOf(schedule) },
            { label: t.next, value: <DateTime at={schedule.next_at} />, hidden: schedule.next_at === null },
            { label: t.last, value: schedule.last_at ? <DateTime at={schedule.last_at} /> : t.never },
            { label: t.author, value: schedule.user_name },
          ]}
        />
      }
    >
      {state === 'stopped' && (
        <Alert
          color="red"
          icon={<IconAlertTriangle />}
          title={t.stopped}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <Text>{t.stoppedText}</Text>
        </Alert>
      )}
      <Fields form={form} known={schedule.subject} foot={<FormBar />} />
      <ReportsList title={t.made} schedule_id={schedule.id} />
    </Page>
  );
}

const HOURS = Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hourOf(at) }));
const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => String(at + 1));

function Fields({ form, known, foot }: { form: ScheduleForm; known?: string; foot: ReactNode }) {
  const t = useText(scheduleText);
  const words = useText(text);
  const { can } = useSession();
  const project_id = useProjectId();
  const now = form.watch();
  const of = REPORTS[now.kind];
  const people = useCall(
    contract.listRecipients,
    { params: { project_id }, query: { kind: now.kind } },
    { keepPrevious: true },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind asks for other things
  useEffect(() => {
    if (!of.modification && now.product_variant_id) form.setValue('product_variant_id', '');
    if (!of.counterparty && now.counterparty_id) form.setValue('counterparty_id', '');
  }, [now.kind]);
  const labels = {
    ...{ kind: words.kind, format: words.format, rhythm: t.rhythm, weekday: t.weekday, month_day: t.monthDay },
    ...{ hour: t.hour, recipients: t.recipients, active: t.active, product_variant_id: words.modification },
    counterparty_id: words.counterparty,
  };
  return (
    <Form form={form} labels={labels}>
      <Section title={t.what}>
        <Stack gap="md">
          <KindField {...form.field('kind')} kind={now.kind} />
          {of.modification && <ModificationField {...form.field('product_variant_id')} {...(known ? { known } : {})} />}
          {of.counterparty && can('counterparties.names') && <PartyOf {...form.field('counterparty_id')} />}
          <RadioField
            {...form.field('format')}
            label={words.format}
            options={contract.REPORT_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
          />
        </Stack>
      </Section>
      <Section title={t.when}>
        <Stack gap="md">
          <RadioField
            {...form.field('rhythm')}
            label={t.rhythm}
            options={RHYTHMS.map((value) => ({ value, label: t.rhythms[value] }))}
          />
          <Text size="sm" c="dimmed">
            {t.told[now.rhythm]}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            {now.rhythm === 'weekly' && (
              <SelectField
                {...form.field('weekday')}
                label={t.weekday}
                required
                options={t.weekdays.map((label, at) => ({ value: String(at + 1), label }))}
              />
            )}
            {now.rhythm === 'monthly' && (
              <SelectField
                {...form.field('month_day')}
                label={t.monthDay}
                hint={t.monthDayHint}
                required
                options={MONTH_DAYS}
              />
            )}
            <SelectField {...form.field('hour')} label={t.hour} hint={t.hourHint} required options={HOURS} />
          </SimpleGrid>
          <SwitchField {...form.field('active')} label={t.active} hint={t.activeHint} />
        </Stack>
      </Section>
      <Section title={t.whom}>
        <ChoicesField
          {...form.field('recipients')}
          label={t.recipients}
          hint={t.recipientsHint}
          required
          options={(people.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Section>
      {foot}
    </Form>
  );
}
