import * as contract from '@lanka/domain/delivery/contract';
import { Alert, Select, Stack, Text } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { StatusBadge } from '../kit/display/status';
import { Form, FormBar } from '../kit/form/Form';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { FromSection, KeySection, placeRefs, SenderForm, stateOf, states, toForm, UsualSection } from './sender';
import { text } from './text';

type State = z.output<typeof contract.readOwnKey.returns>;
const POLL_MS = 4_000;

/** `/cp/delivery/own`: a dropshipper's own key at the supplier that is chosen. */
export function OwnKeyPage() {
  const t = useText(text);
  const suppliers = useSuppliers();
  const { project } = useSession();
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('project') ?? project?.id ?? suppliers[0]?.id;
  if (!chosen)
    return (
      <Page narrow title={t.ownTitle}>
        <EmptyState drawing="orders" title={t.ownNone} text={t.ownNoneText} />
      </Page>
    );
  const select = suppliers.length > 1 && (
    <Select
      label={t.ownSupplier}
      data={suppliers.map(({ id, title }) => ({ value: id, label: title }))}
      value={chosen}
      onChange={(id) => id && setSearch({ project: id }, { replace: true })}
      allowDeselect={false}
    />
  );
  return <OfSupplier key={chosen} project_id={chosen} select={select} />;
}

function OfSupplier({ project_id, select }: { project_id: string; select: ReactNode }) {
  const t = useText(text);
  const ask = useConfirm();
  const params = { project_id };
  const known = useCall(contract.readOwnKey, { params });
  const isReading = known.data?.connection != null && known.data.directory.branches === 0;
  const state = useCall(contract.readOwnKey, { params }, { refetchInterval: isReading ? POLL_MS : false });
  const connect = useAction(contract.connectOwnKey, { quiet: true, success: t.connected });
  const disconnect = useAction(contract.disconnectOwnKey, { success: t.disconnected });
  const connection = state.data?.connection ?? null;
  const onDisconnect = async () => {
    const question = { title: t.disconnectTitle, effects: t.ownDisconnectEffects, confirmLabel: t.disconnect };
    if (await ask({ ...question, danger: true })) disconnect.mutate({ params });
  };
  return (
    <Page
      narrow
      title={t.ownTitle}
      status={connection && <StatusBadge table={states} value={stateOf(connection)} />}
      menu={[
        {
          label: t.disconnect,
          icon: IconPlugX,
          onClick: () => void onDisconnect(),
          danger: true,
          hidden: !connection,
        },
      ]}
    >
      <Stack gap="md">
        <Text>{t.ownText}</Text>
        {select}
        <Loaded query={state}>
          {(data: State) => (
            <Stack gap="md">
              {!data.is_allowed && <Alert color="yellow">{t.ownOff}</Alert>}
              {(data.is_allowed || data.connection) && (
                <KeySection
                  connection={data.connection}
                  mayEdit={data.is_allowed}
                  send={(key) => connect.mutateAsync({ params, body: { key } })}
                />
              )}
              {data.connection && data.is_allowed && (
                <Settings
                  key={data.connection.key_tail}
                  state={data}
                  connection={data.connection}
                  project_id={project_id}
                />
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}

interface SettingsProps {
  state: State;
  connection: contract.OwnConnection;
  project_id: string;
}

function Settings({ state, connection, project_id }: SettingsProps) {
  const t = useText(text);
  const save = useAction(contract.connectOwnKey, { quiet: true });
  const form = useEntityForm({
    schema: SenderForm,
    initial: connection,
    fromEntity: toForm,
    success: t.saved,
    submit: async ({ changed: { city, branch, ...body } }) =>
      (await save.mutateAsync({ params: { project_id }, body: { ...body, ...placeRefs(city, branch) } })).connection,
  });
  const labels = { defaults: t.defaults, city: t.town, branch: t.branchOnly };
  return (
    <Form form={form} labels={labels} show={(_name, value) => (typeof value === 'object' ? '…' : String(value))}>
      {!connection.is_ready && <Alert color="blue">{t.ownNotReady}</Alert>}
      <FromSection
        form={form}
        title={t.ownFrom}
        senders={connection.senders}
        directory={state.directory}
        projectId={project_id}
      />
      <UsualSection form={form} senders={connection.senders} />
      <FormBar />
    </Form>
  );
}
