import * as contract from '@lanka/domain/banking/contract';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { Alert, Checkbox, Group, Stack, Switch, Text } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, PasswordField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { ROOT } from './Frame';
import { bankState, text } from './text';

/** `/cp/integrations/banking/:bank`: the token, which accounts are read, and by which rules rows enter by themselves. */
export function BankPage() {
  const bank = contract.Bank.safeParse(useParams().bank);
  return bank.success ? <OneBank key={bank.data} bank={bank.data} /> : <Navigate to={ROOT} replace />;
}

function OneBank({ bank }: { bank: contract.Bank }) {
  const t = useText(text);
  const { can } = useSession();
  const ask = useConfirm();
  const params = { project_id: useProjectId(), bank };
  const state = useCall(contract.readConnection, { params });
  const disconnect = useAction(contract.disconnect, { success: t.disconnected });
  const connection = state.data?.connection ?? null;
  const name = t.banks[bank];
  const onDisconnect = async () => {
    const question = { title: t.disconnectTitle(name), effects: t.disconnectEffects, confirmLabel: t.disconnect };
    if (await ask({ ...question, danger: true })) disconnect.mutate({ params });
  };
  return (
    <Page
      narrow
      title={name}
      crumbs={[{ to: ROOT, label: t.title }]}
      status={
        state.data && (
          <StatusBadge table={bankState} value={!connection ? 'off' : connection.is_refused ? 'refused' : 'on'} />
        )
      }
      menu={[
        {
          ...{ label: t.disconnect, icon: IconPlugX, onClick: () => void onDisconnect(), danger: true },
          hidden: !connection || !can('banking.connect'),
        },
      ]}
    >
      <Loaded query={state}>
        {(data) => (
          <Stack gap="md">
            {connection?.is_refused && <Alert color="red">{t.tokenRefused}</Alert>}
            {data.connection && (
              <>
                <Accounts key={data.accounts.map(({ account }) => account).join()} bank={bank} state={data} />
                <Rules bank={bank} connection={data.connection} />
              </>
            )}
            {can('banking.connect') && <Token bank={bank} isConnected={connection !== null} />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

const TokenForm = z.object({ token: contract.ConnectBody.shape.token.unwrap() });

function Token({ bank, isConnected }: { bank: contract.Bank; isConnected: boolean }) {
  const t = useText(text);
  const params = { project_id: useProjectId(), bank };
  const connect = useAction(contract.connect, { quiet: true, success: t.connected });
  const form = useEntityForm({
    schema: TokenForm,
    initial: { token: '' },
    guard: false,
    submit: ({ values }) => connect.mutateAsync({ params, body: { token: values.token } }),
  });
  return (
    <Section title={isConnected ? t.tokenOther : t.connect}>
      <Form form={form}>
        <Text c="dimmed">{t.tokenWhere[bank]}</Text>
        <PasswordField
          {...form.field('token')}
          label={t.tokenOf[bank]}
          hint={t.tokenHint}
          required
          autoComplete="off"
        />
        <Group>
          <SubmitButton>{isConnected ? t.tokenOther : t.connect}</SubmitButton>
        </Group>
      </Form>
    </Section>
  );
}

const FromForm = z.object({ read_from: contract.ConnectBody.shape.read_from.unwrap() });
/** As the server begins where nobody says since when. */
const FIRST_DAYS = 29;

function Accounts({ bank, state }: { bank: contract.Bank; state: contract.BankState }) {
  const t = useText(text);
  const { can } = useSession();
  const params = { project_id: useProjectId(), bank };
  const today = kyivDate(new Date());
  const [chosen, setChosen] = useState<readonly string[]>(
    state.accounts.flatMap((one) => (one.chosen ? [one.account] : [])),
  );
  const save = useAction(contract.connect, { quiet: true, success: t.saved });
  const form = useEntityForm({
    schema: FromForm,
    initial: { read_from: daysAfter(today, -FIRST_DAYS) },
    guard: false,
    submit: ({ values }) => save.mutateAsync({ params, body: { accounts: [...chosen], read_from: values.read_from } }),
  });
  return (
    <Section title={t.choose}>
      <Form form={form}>
        <Text c="dimmed">{t.chooseHint}</Text>
        {state.connection?.owner_name && (
          <Text>
            {t.owner}: {state.connection.owner_name}
          </Text>
        )}
        <Checkbox.Group aria-label={t.choose} value={[...chosen]} onChange={setChosen}>
          <Stack gap="sm">
            {state.accounts.map(({ account, title, iban, currency, balance }) => (
              <Checkbox
                key={account}
                value={account}
                disabled={currency !== 'UAH' || !can('banking.connect')}
                label={
                  <>
                    {title} {currency === 'UAH' ? <Money kopecks={balance} /> : `(${t.foreign})`}
                    <Aside>{iban}</Aside>
                  </>
                }
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <DateField
          {...form.field('read_from')}
          label={t.readFrom}
          min={daysAfter(today, -contract.MOST_DAYS_BACK)}
          max={today}
          required
        />
        {can('banking.connect') && (
          <Group>
            <SubmitButton>{t.save}</SubmitButton>
          </Group>
        )}
      </Form>
    </Section>
  );
}

function Rules({ bank, connection }: { bank: contract.Bank; connection: contract.BankConnection }) {
  const t = useText(text);
  const { can } = useSession();
  const params = { project_id: useProjectId(), bank };
  const save = useAction(contract.connect, { success: t.saved });
  const set = (body: contract.ConnectBody) => save.mutate({ params, body });
  const isFixed = !can('banking.connect') || save.isPending;
  return (
    <>
      <Section title={t.rules}>
        <Stack gap="md">
          <Text c="dimmed">{t.rulesHint}</Text>
          {contract.RULES.map((rule) => (
            <Switch
              key={rule}
              label={t.rule[rule]}
              checked={connection.rules[rule]}
              disabled={isFixed}
              onChange={(event) => set({ rules: { [rule]: event.currentTarget.checked } })}
            />
          ))}
        </Stack>
      </Section>
      {bank === 'monobank' && (
        <Section title={t.hook}>
          <Switch
            label={t.hook}
            description={t.hookHint}
            checked={connection.hook}
            disabled={isFixed}
            onChange={(event) => set({ hook: event.currentTarget.checked })}
          />
        </Section>
      )}
    </>
  );
}
