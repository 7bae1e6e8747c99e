import * as contract from '@lanka/domain/fiscal/contract';
import { Code, Group, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { IconCash, IconFileText, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { NotInPlan } from '../integrations';
import { Explain, KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Money } from '../kit/display/values';
import { Form, FormBar } from '../kit/form/Form';
import { PasswordField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { ROOT } from './Frame';
import { SettingsForm, toForm } from './form';
import { RegisterNotes } from './RegisterNotes';
import { SellerField } from './SellerField';
import { ServiceDialog } from './ServiceDialog';
import { ShiftButton } from './ShiftButton';
import { registerStatus, shiftState, shiftStatus, text } from './text';
import { useRegister } from './use-registers';

/** `/cp/integrations/checkbox/:id`: the state of a register, its shifts and reports, and its settings. */
export function RegisterPage() {
  const t = useText(text);
  const { id = '' } = useParams();
  const query = useRegister(id);
  const crumbs = [{ to: ROOT, label: t.title }];
  if (!query.data)
    return (
      <Page title={t.title} crumbs={crumbs}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return <Known key={id} register={query.data} crumbs={crumbs} />;
}

function Known({ register, crumbs }: { register: contract.CashRegister; crumbs: { to: string; label: string }[] }) {
  const t = useText(text);
  const { can } = useSession();
  const project_id = useProjectId();
  const navigate = useNavigate();
  const ask = useConfirm();
  const [service, setService] = useState<'in' | 'out' | null>(null);
  const params = { project_id, id: register.id };
  const check = useAction(contract.checkRegister, { success: t.checked });
  const makeReport = useAction(contract.makeXReport, { success: t.xReportMade });
  const remove = useAction(contract.deleteRegister, {
    success: t.removed,
    onSuccess: () => void navigate(ROOT, { replace: true }),
  });
  const edits = can('cash_registers.edit');
  const isOpen = register.shift === 'opened';
  const onRemove = async () => {
    const question = {
      ...{ title: t.removeTitle(register.name), effects: t.removeEffects, confirmLabel: t.remove },
      ...{ irreversible: true, danger: true },
    };
    if (await ask(question)) remove.mutate({ params });
  };
  const menu = [
    { label: t.check, icon: IconRefresh, onClick: () => check.mutate({ params }), loading: check.isPending },
    { label: t.xReport, icon: IconFileText, onClick: () => makeReport.mutate({ params }), hidden: !isOpen },
    { label: t.serviceIn, icon: IconCash, onClick: () => setService('in'), hidden: !isOpen },
    { label: t.serviceOut, icon: IconCash, onClick: () => setService('out'), hidden: !isOpen },
    { label: t.remove, icon: IconTrash, onClick: () => void onRemove(), danger: true },
  ];
  return (
    <Page
      title={register.name}
      crumbs={crumbs}
      status={
        <Group gap="xs">
          <StatusBadge table={registerStatus} value={register.status} />
          <StatusBadge table={shiftState} value={register.shift} />
        </Group>
      }
      secondary={<ShiftButton register={register} />}
      menu={edits ? menu : []}
      side={<Facts register={register} />}
    >
      <NotInPlan service="checkbox" />
      <RegisterNotes register={register} />
      <Shifts id={register.id} />
      <Reports id={register.id} />
      {edits && <Settings register={register} />}
      {service && <ServiceDialog register={register} direction={service} close={() => setService(null)} />}
    </Page>
  );
}

function Facts({ register }: { register: contract.CashRegister }) {
  const t = useText(text);
  return (
    <KeyFacts
      facts={[
        { label: t.fiscalNumber, value: register.fiscal_number },
        { label: t.seller, value: register.counterparty?.name ?? t.own },
        { label: t.cashier, value: register.cashier },
        { label: t.address, value: [register.title, register.address].filter(Boolean).join(', ') },
        { label: t.openedAt, value: <DateTime at={register.opened_at} />, hidden: register.opened_at === null },
        { label: t.waiting, value: register.waiting, hidden: register.waiting === 0 },
        { label: t.closeAt, value: register.close_at },
        { label: t.checkedAt, value: <DateTime at={register.checked_at} /> },
        { id: 'test', label: t.testShort, value: t.test, hidden: !register.is_test },
      ]}
    />
  );
}

function Figures({ figures }: { figures: contract.ShiftFigures }) {
  const t = useText(text);
  const rows = [
    [t.cashSales, figures.cash_sales],
    [t.cardSales, figures.card_sales],
    [t.cashReturns, figures.cash_returns],
    [t.cardReturns, figures.card_returns],
    [t.serviceIn, figures.service_in],
    [t.serviceOut, figures.service_out],
    [t.balance, figures.balance],
  ] as const;
  return (
    <Stack gap={4}>
      {rows.map(([label, kopecks]) => (
        <Group key={label} justify="space-between" wrap="nowrap">
          <Text size="sm">{label}</Text>
          <Money kopecks={kopecks} className="nowrap" size="sm" />
        </Group>
      ))}
    </Stack>
  );
}

function Shifts({ id }: { id: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const shifts = usePages<contract.Shift>(contract.listShifts, { params: { project_id, id }, query: { limit: 10 } });
  const items = shifts.data ?? [];
  return (
    <Section title={t.shifts} {...(shifts.data && items.length === 0 ? { empty: t.noShifts } : {})}>
      <Stack gap="sm">
        {items.map((shift) => (
          <Group key={shift.id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text fw={500}>{t.shiftNo(shift.serial)}</Text>
              <Text size="sm" c="dimmed" component="div">
                <DateTime at={shift.opened_at ?? shift.created_at} />
                {shift.closed_at && (
                  <>
                    {' – '}
                    <DateTime at={shift.closed_at} />
                    {shift.closed_by?.kind === 'system' && shift.opened_by.kind === 'user' && ` · ${t.byItself}`}
                  </>
                )}
                {' · '}
                {t.receiptsCount(shift.receipts)}
              </Text>
              {shift.problem && (
                <Text size="sm" c="red" className="wrap-anywhere">
                  {shift.problem}
                </Text>
              )}
            </div>
            <Stack gap={4} align="flex-end">
              <StatusBadge table={shiftStatus} value={shift.status} />
              {shift.figures && (
                <Explain
                  title={t.shiftNo(shift.serial)}
                  value={<Money kopecks={shift.figures.balance} className="nowrap" />}
                >
                  <Figures figures={shift.figures} />
                </Explain>
              )}
            </Stack>
          </Group>
        ))}
        <MoreRows list={shifts} />
      </Stack>
    </Section>
  );
}

function Reports({ id }: { id: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const reports = usePages<contract.Report>(contract.listReports, { params: { project_id, id }, query: { limit: 10 } });
  const items = reports.data ?? [];
  return (
    <Section title={t.reports} {...(reports.data && items.length === 0 ? { empty: t.noReports } : {})}>
      <Stack gap="xs">
        {items.map((report) => (
          <Group key={report.id} justify="space-between" wrap="nowrap">
            <Explain title={t.reportNo(report.is_z, report.serial)} value={t.reportNo(report.is_z, report.serial)}>
              <Figures figures={report.figures} />
              {report.text && <Code block>{report.text}</Code>}
            </Explain>
            <Text size="sm" c="dimmed" component="div">
              {t.receiptsCount(report.sell_receipts + report.return_receipts)} · <DateTime at={report.created_at} />
            </Text>
          </Group>
        ))}
        <MoreRows list={reports} />
      </Stack>
    </Section>
  );
}

function Settings({ register }: { register: contract.CashRegister }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: register.id };
  const update = useAction(contract.updateRegister, { quiet: true });
  const webhook = useAction(contract.setWebhook);
  const form = useEntityForm({
    schema: SettingsForm,
    initial: register,
    fromEntity: (entity) => toForm(entity as unknown as contract.CashRegister),
    version: register.version,
    success: t.saved,
    submit: ({ changed, version }) => update.mutateAsync({ params, body: changed, if_match: version }),
  });
  const labels = {
    ...{ name: t.name, counterparty_id: t.seller, close_at: t.closeAt, pin: t.pin, license_key: t.licenseKey },
  };
  return (
    <Section title={t.edit}>
      <Stack gap="md">
        <Switch
          label={t.webhook}
          description={t.webhookHint}
          checked={webhook.isPending ? !register.webhook : register.webhook}
          disabled={webhook.isPending}
          onChange={(event) => webhook.mutate({ params, body: { on: event.currentTarget.checked } })}
        />
        <Form form={form} labels={labels} show={(_, value) => String(value ?? '–')}>
          <TextField {...form.field('name')} label={t.name} required maxLength={120} />
          <SellerField {...form.field('counterparty_id')} label={t.seller} hint={t.sellerHint} />
          <TextField
            {...form.field('close_at')}
            label={t.closeAt}
            hint={t.closeAtHint}
            placeholder="23:30"
            maxLength={5}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextField {...form.field('license_key')} label={t.licenseKey} hint={t.newSecretHint} autoComplete="off" />
            <PasswordField {...form.field('pin')} label={t.pin} hint={t.newSecretHint} autoComplete="off" />
          </SimpleGrid>
          <FormBar />
        </Form>
      </Stack>
    </Section>
  );
}
