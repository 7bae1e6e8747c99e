import * as contract from '@lanka/domain/delivery/contract';
import { DEEDS } from '@lanka/domain/delivery/tracking';
import { CarrierRef } from '@lanka/domain/orders/entities';
import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { StatusBadge, type StatusTable } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import { QuantityField, SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { BranchFinder, TownFinder } from './finders';
import { text } from './text';

type State = z.output<typeof contract.readConnection.returns>;

const states: StatusTable<'ready' | 'unready' | 'refused'> = {
  ready: { color: 'green', ua: text.ua.ready, en: text.en.ready },
  unready: { color: 'yellow', ua: text.ua.unready, en: text.en.unready },
  refused: { color: 'red', ua: text.ua.refusedKey, en: text.en.refusedKey },
};
const stateOf = ({ is_ready, is_refused }: contract.Connection) =>
  is_refused ? 'refused' : is_ready ? 'ready' : 'unready';

/** While the directory is being read it is asked how far it is. */
const POLL_MS = 4_000;

/** `/cp/delivery/nova-poshta`: the key, who sends and from where, the usual waybill, and what follows from statuses. */
export function SettingsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const ask = useConfirm();
  const params = { project_id };
  const known = useCall(contract.readConnection, { params });
  const isReading = known.data?.connection != null && known.data.directory.branches === 0;
  const state = useCall(contract.readConnection, { params }, { refetchInterval: isReading ? POLL_MS : false });
  const disconnect = useAction(contract.disconnect, { success: t.disconnected });
  const connection = state.data?.connection ?? null;
  const onDisconnect = async () => {
    const question = { title: t.disconnectTitle, effects: t.disconnectEffects, confirmLabel: t.disconnect };
    if (await ask({ ...question, danger: true })) disconnect.mutate({ params });
  };
  return (
    <Page
      narrow
      title={t.settings}
      crumbs={[{ to: '/cp/delivery', label: t.title }]}
      status={connection && <StatusBadge table={states} value={stateOf(connection)} />}
      menu={[
        {
          label: t.disconnect,
          icon: IconPlugX,
          onClick: () => void onDisconnect(),
          danger: true,
          hidden: !connection || !can('delivery.edit'),
        },
      ]}
    >
      <Loaded query={state}>
        {(data: State) => (
          <Stack gap="md">
            <KeySection connection={data.connection} />
            {data.connection && <Settings key={data.connection.key_tail} state={data} connection={data.connection} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const KeyForm = z.object({ key: contract.ApiKey });

function KeySection({ connection }: { connection: contract.Connection | null }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const connect = useAction(contract.connect, { quiet: true, success: t.connected });
  const form = useEntityForm({
    schema: KeyForm,
    initial: { key: '' },
    guard: false,
    submit: ({ values }) => connect.mutateAsync({ params: { project_id }, body: { key: values.key } }),
  });
  return (
    <Section title={connection ? t.keyNow(connection.key_tail) : t.connect}>
      <Stack gap="md">
        {connection?.is_refused && <Alert color="red">{t.keyRefused}</Alert>}
        {can('delivery.edit') && (
          <Form form={form}>
            <TextField
              {...form.field('key')}
              label={connection ? t.keyNew : t.key}
              hint={t.keyHint}
              required
              autoComplete="off"
              maxLength={64}
            />
            <Group>
              <SubmitButton>{connection ? t.keyOther : t.connect}</SubmitButton>
            </Group>
          </Form>
        )}
      </Stack>
    </Section>
  );
}

const SettingsForm = z.object({
  sender_ref: CarrierRef,
  contact_ref: CarrierRef,
  city: z.object({ ref: z.string(), name: z.string() }),
  branch: z.object({ ref: z.string(), name: z.string() }),
  defaults: contract.Defaults,
  rules: contract.Rules,
  remind_days: z.int().min(0).max(14),
});
const NOWHERE = { ref: '', name: '' };

const toForm = (entity: Readonly<Record<string, unknown>>) => {
  const connection = entity as unknown as contract.Connection;
  return {
    ...connection,
    sender_ref: connection.sender_ref ?? '',
    contact_ref: connection.contact_ref ?? '',
    city: connection.city ?? NOWHERE,
    branch: connection.branch ?? NOWHERE,
  };
};

function Settings({ state, connection }: { state: State; connection: contract.Connection }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const { can } = useSession();
  const save = useAction(contract.connect, { quiet: true });
  const form = useEntityForm({
    schema: SettingsForm,
    initial: connection,
    fromEntity: toForm,
    success: t.saved,
    submit: async ({ changed: { city, branch, ...body } }) => {
      const place = {
        ...(city?.ref ? { city_ref: city.ref } : {}),
        ...(branch?.ref ? { branch_ref: branch.ref } : {}),
      };
      return (await save.mutateAsync({ params: { project_id }, body: { ...body, ...place } })).connection;
    },
  });
  const values = form.watch();
  const sender = connection.senders.find(({ ref }) => ref === values.sender_ref);
  const city = values.city ?? NOWHERE;
  const branch = values.branch ?? NOWHERE;
  const { directory } = state;
  const named = ({ ref, name }: contract.Named) => ({ value: ref, label: name });
  const modes = contract.RULE_MODES.map((value) => ({ value, label: t.modes[value] }));
  const labels = { defaults: t.defaults, rules: t.rules, city: t.town, branch: t.branchOnly };
  if (!can('delivery.edit')) return null;
  return (
    <Form form={form} labels={labels} show={(_name, value) => (typeof value === 'object' ? '…' : String(value))}>
      {!connection.is_ready && <Alert color="blue">{t.notReady}</Alert>}
      <Section title={t.from}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <SelectField
              {...form.field('sender_ref')}
              label={t.sender}
              options={connection.senders.map(named)}
              required
            />
            <SelectField
              {...form.field('contact_ref')}
              label={t.contact}
              options={(sender?.contacts ?? []).map(named)}
              required
            />
          </SimpleGrid>
          {directory.branches === 0 ? (
            <Alert color="yellow">{t.directoryEmpty}</Alert>
          ) : (
            <>
              <TownFinder
                projectId={project_id}
                chosen={city.name}
                onPick={({ ref, name }) => {
                  form.setValue('city', { ref, name });
                  form.setValue('branch', NOWHERE);
                }}
                onClear={() => {
                  form.setValue('city', NOWHERE);
                  form.setValue('branch', NOWHERE);
                }}
              />
              {city.ref && (
                <BranchFinder
                  projectId={project_id}
                  city={city.ref}
                  chosen={branch.name}
                  onlyBranches
                  onPick={({ ref, name }) => form.setValue('branch', { ref, name })}
                  onClear={() => form.setValue('branch', NOWHERE)}
                />
              )}
              <Text size="sm" c="dimmed">
                {t.directory(directory.branches)}
                {directory.refreshed_at && (
                  <>
                    , <DateTime at={directory.refreshed_at} />
                  </>
                )}
              </Text>
            </>
          )}
        </Stack>
      </Section>
      <Section title={t.defaults}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SelectField
            {...form.field('defaults.payer')}
            label={t.payer}
            options={contract.PAYERS.map((value) => ({ value, label: t.payers[value] }))}
            required
          />
          <SelectField
            {...form.field('defaults.cargo')}
            label={t.cargo}
            options={contract.CARGO.map((value) => ({ value, label: t.cargos[value] }))}
            required
          />
          <QuantityField {...form.field('defaults.weight')} label={t.usualWeight} min={100} max={1_000_000} required />
          <QuantityField {...form.field('defaults.seats')} label={t.seats} min={1} max={100} required />
          <TextField
            {...form.field('defaults.description')}
            label={t.description}
            hint={t.descriptionHint}
            required
            maxLength={100}
          />
          <SelectField
            {...form.field('defaults.cod_service')}
            label={t.codService}
            hint={t.codServiceHint}
            options={contract.COD_SERVICES.map((value) => ({
              value,
              label: t.codServices[value],
              disabled: value === 'payment_control' && !(sender?.may_control ?? false),
            }))}
            required
          />
        </SimpleGrid>
      </Section>
      <Section title={t.rules}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t.rulesHint}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" style={{ alignItems: 'end' }}>
            {DEEDS.map((deed) => (
              <SelectField
                key={`${deed} ${locale}`}
                {...form.field(`rules.${deed}`)}
                label={t.ruleNames[deed]}
                options={modes}
                required
              />
            ))}
            <QuantityField {...form.field('remind_days')} label={t.remind} min={0} max={14} required />
          </SimpleGrid>
        </Stack>
      </Section>
      <FormBar />
    </Form>
  );
}
