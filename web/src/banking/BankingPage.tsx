import * as contract from '@lanka/domain/banking/contract';
import type { Wait } from '@lanka/domain/integrations/contract';
import { Alert, Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { WaitNote } from '../integrations';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Money } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Frame, ROOT } from './Frame';
import { bankState, text } from './text';

/** `/cp/integrations/banking`: each bank with its accounts, and all of them beside the ledger. */
export function BankingPage() {
  const t = useText(text);
  const state = useCall(contract.readBanking, { params: { project_id: useProjectId() } });
  return (
    <Frame>
      <Loaded query={state}>
        {({ connections, accounts, comparison, waits }) => (
          <Stack gap="md">
            {accounts.some(({ last_read_at }) => last_read_at !== null) && <Compared comparison={comparison} />}
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
              {contract.BANKS.map((bank) => (
                <BankCard
                  key={bank}
                  bank={bank}
                  connection={connections.find((one) => one.bank === bank) ?? null}
                  accounts={accounts.filter((one) => one.bank === bank && one.chosen)}
                  wait={waits.find(({ service }) => service === bank) ?? null}
                />
              ))}
            </SimpleGrid>
            {connections.length === 0 && <Text c="dimmed">{t.noAccountsText}</Text>}
          </Stack>
        )}
      </Loaded>
    </Frame>
  );
}

interface BankCardProps {
  bank: contract.Bank;
  connection: contract.BankConnection | null;
  accounts: readonly contract.BankAccount[];
  wait: Wait | null;
}

function BankCard({ bank, connection, accounts, wait }: BankCardProps) {
  const t = useText(text);
  const { can } = useSession();
  const params = { project_id: useProjectId(), bank };
  const read = useAction(contract.readNow, { success: t.reading });
  const state = !connection ? 'off' : connection.is_refused ? 'refused' : 'on';
  return (
    <Section
      title={
        <Group gap="sm" component="span">
          {t.banks[bank]} <StatusBadge table={bankState} value={state} />
        </Group>
      }
    >
      <Stack gap="md">
        {connection?.is_refused && <Alert color="red">{t.tokenRefused}</Alert>}
        {connection && accounts.length === 0 && <Text c="dimmed">{t.noAccounts}</Text>}
        {accounts.map((account) => (
          <Stack key={account.account} gap={4}>
            <Group justify="space-between" gap="xs" align="flex-start">
              <Text fw={600}>{account.title}</Text>
              <Money kopecks={account.balance} fw={600} className="figures nowrap" />
            </Group>
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {account.iban}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {account.balance_at && (
                <>
                  {t.balanceAt}: <DateTime at={account.balance_at} />
                  {' · '}
                </>
              )}
              {t.readAt}: {account.last_read_at ? <DateTime at={account.last_read_at} /> : t.notRead}
              {account.open_rows > 0 && (
                <>
                  {' · '}
                  <Anchor
                    component={Link}
                    underline="always"
                    size="sm"
                    to={`${ROOT}/rows?state=open&account=${encodeURIComponent(account.account)}`}
                  >
                    {t.waiting(account.open_rows)}
                  </Anchor>
                </>
              )}
            </Text>
            {account.catching_up && (
              <Text size="sm" c="dimmed">
                {t.catchingUp}
              </Text>
            )}
          </Stack>
        ))}
        <WaitNote wait={wait} />
        <Group gap="xs">
          {can('banking.connect') && (
            <Button component={Link} to={`${ROOT}/${bank}`} variant={connection ? 'default' : 'filled'}>
              {connection ? t.settings : t.connect}
            </Button>
          )}
          {state === 'on' && accounts.length > 0 && can('banking.match') && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} />}
              loading={read.isPending}
              onClick={() => read.mutate({ params })}
            >
              {t.readNow}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}

/** What the banks have beside the ledger, and each part of the difference with the rows that it is made of. */
function Compared({ comparison }: { comparison: contract.Comparison }) {
  const t = useText(text);
  const { bank, ledger, difference, open, open_rows, ignored, ignored_rows, by_hand, taken_back, opening } = comparison;
  const to = (path: string, shown: ReactNode) => (
    <Anchor component={Link} to={`${ROOT}/${path}`} underline="always">
      {shown}
    </Anchor>
  );
  return (
    <Stack gap="md">
      <KeyFacts
        across
        title={t.compare}
        facts={[
          { label: t.inBanks, value: <Money kopecks={bank} fw={600} /> },
          {
            label: t.inLedger,
            value: (
              <Anchor component={Link} to="/cp/payments/accounts" underline="always">
                <Money kopecks={ledger} />
              </Anchor>
            ),
          },
          { label: t.difference, value: difference === 0 ? t.agrees : <Money kopecks={difference} signed /> },
        ]}
      />
      {difference !== 0 && (
        <KeyFacts
          across
          title={t.madeOf}
          facts={[
            {
              label: t.openSum,
              value: to('rows?state=open', <Money kopecks={open} signed />),
              hidden: open_rows === 0,
            },
            {
              label: t.ignoredSum,
              value: to('rows?state=ignored', <Money kopecks={ignored} signed />),
              hidden: ignored_rows === 0,
            },
            { label: t.byHandSum, value: to('by-hand', <Money kopecks={-by_hand} signed />), hidden: by_hand === 0 },
            {
              label: t.takenBackSum,
              value: to('rows?state=matched', <Money kopecks={-taken_back} signed />),
              hidden: taken_back === 0,
            },
            { label: t.opening, value: <Money kopecks={opening} signed /> },
          ]}
        />
      )}
    </Stack>
  );
}
