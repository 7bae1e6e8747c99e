import type { ProjectAccount } from '@lanka/domain/ledger/contract';
import * as contract from '@lanka/domain/payments/contract';
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Explain, Section } from '../kit/display/facts';
import { Count, DateTime, Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { accountNames, CounterpartyLink, PostingTitle } from '../partners';
import { StaffFrame } from './StaffPayments';
import { text } from './text';

/** The project's own accounts: cash, bank, sales and the rest, each with what it is made of. */
export function AccountsPage() {
  const t = useText(text);
  const names = useText(accountNames);
  const project_id = useProjectId();
  const accounts = useCall(contract.listAccounts, { params: { project_id } });
  return (
    <StaffFrame>
      <Text c="dimmed">{t.accountsText}</Text>
      <Loaded query={accounts}>
        {({ items, counterparties }) => (
          <Section flush>
            <Table.ScrollContainer
              minWidth={0}
              scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t.accounts } }}
            >
              <Table horizontalSpacing="md" verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t.account}</Table.Th>
                    <Table.Th className="cell-right" visibleFrom="sm">
                      {t.operations}
                    </Table.Th>
                    <Table.Th className="cell-right">{t.balance}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map(({ account, balance, postings }) => (
                    <Table.Tr key={account}>
                      <Table.Th scope="row" fw={400}>
                        {names[account]}
                      </Table.Th>
                      <Table.Td className="cell-right figures" visibleFrom="sm">
                        <Count value={postings} />
                      </Table.Td>
                      <Table.Td className="cell-right figures">
                        <Explain value={<Money kopecks={balance} />} title={t.madeOf(names[account])}>
                          {() => <AccountPostings account={account} />}
                        </Explain>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                  <Table.Tr>
                    <Table.Th scope="row" fw={400}>
                      {t.counterparties}
                    </Table.Th>
                    <Table.Td visibleFrom="sm" />
                    <Table.Td className="cell-right figures">
                      <Anchor component={Link} to="/cp/counterparties?sort=-balance">
                        <Money kopecks={counterparties} signed />
                      </Anchor>
                    </Table.Td>
                  </Table.Tr>
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          </Section>
        )}
      </Loaded>
    </StaffFrame>
  );
}

const LATEST = 20;

function AccountPostings({ account }: { account: ProjectAccount }) {
  const t = useText(text);
  const project_id = useProjectId();
  const rows = useCall(contract.listAccountPostings, { params: { project_id, account }, query: { limit: LATEST } });
  return (
    <Loaded query={rows}>
      {({ items, total }) => (
        <Stack gap="sm">
          {items.length === 0 && <Text c="dimmed">{t.noOperations}</Text>}
          {items.map((row) => (
            <div key={row.id}>
              <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                <Text size="sm" fw={500} component="div">
                  <CounterpartyLink id={row.counterparty_id} name={row.counterparty_name} />
                </Text>
                <Text size="sm" fw={600} component="div">
                  <Money kopecks={row.amount} />
                </Text>
              </Group>
              <Text size="sm" component="div">
                <PostingTitle posting={row} />
                {row.comment && ` · ${row.comment}`}
              </Text>
              <Text size="sm" c="dimmed" component="div">
                {row.actor.name} · <DateTime at={row.created_at} />
              </Text>
            </div>
          ))}
          {total > items.length && (
            <Text size="sm" c="dimmed">
              {t.latest(items.length, total)}
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
