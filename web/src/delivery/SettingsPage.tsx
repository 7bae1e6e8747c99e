import * as contract from '@lanka/domain/delivery/contract';
import { DEEDS } from '@lanka/domain/delivery/tracking';
import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Form, FormBar } from '../kit/form/Form';
import { QuantityField, SelectField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { FromSection, KeySection, placeRefs, SenderForm, stateOf, states, toForm, UsualSection } from './sender';
import { text } from './text';

type State = z.output<typeof contract.readConnection.returns>;

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
  const connect = useAction(contract.connect, { quiet: true, success: t.connected });
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
            <KeySection
              connection={data.connection}
              mayEdit={can('delivery.edit')}
              send={(key) => connect.mutateAsync({ params, body: { key } })}
            />
            {data.connection && <Settings key={data.connection.key_tail} state={data} connection={data.connection} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const SettingsForm = SenderForm.extend({ rules: contract.Rules, remind_days: z.int().min(0).max(14) });

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
    submit: async ({ changed: { city, branch, ...body } }) =>
      (await save.mutateAsync({ params: { project_id }, body: { ...body, ...placeRefs(city, branch) } })).connection,
  });
  const modes = contract.RULE_MODES.map((value) => ({ value, label: t.modes[value] }));
  const labels = { defaults: t.defaults, rules: t.rules, city: t.town, branch: t.branchOnly };
  if (!can('delivery.edit')) return null;
  return (
    <Form form={form} labels={labels} show={(_name, value) => (typeof value === 'object' ? '…' : String(value))}>
      {!connection.is_ready && <Alert color="blue">{t.notReady}</Alert>}
      <FromSection
        form={form}
        title={t.from}
        senders={connection.senders}
        directory={state.directory}
        projectId={project_id}
      />
      <UsualSection form={form} senders={connection.senders} />
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
