import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/partners/contract';
import { Group, Stack, Table, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Amount, DateOnly } from '../kit/display/values';
import { DayInput } from '../kit/form/day';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { settlementTool } from './facts';
import { purposeNames, text } from './text';

const isDate = (value: string | null): value is string => value !== null && z.iso.date().safeParse(value).success;

/** From the first day of this month until today, unless the address says otherwise. */
function usePeriod() {
  const [search, setSearch] = useSearchParams();
  const today = kyivDate(new Date());
  const given = { from: search.get('from'), to: search.get('to') };
  const from = isDate(given.from) ? given.from : `${today.slice(0, 8)}01`;
  const to = isDate(given.to) ? given.to : today;
  const choose = (change: { from?: string; to?: string }) => setSearch({ from, to, ...change }, { replace: true });
  return { from, to, choose };
}

export function Reconciliation({ counterparty }: { counterparty: Pick<contract.Counterparty, 'id'> }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { from, to, choose } = usePeriod();
  const tools = useHook(settlementTool);
  const act = useCall(
    contract.readReconciliation,
    { params: { project_id, id: counterparty.id }, query: { from, to } },
    { keepPrevious: true },
  );
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <DayInput label={t.from} value={from} maxDate={to} onChange={(day) => day && choose({ from: day })} />
        <DayInput label={t.to} value={to} minDate={from} onChange={(day) => day && choose({ to: day })} />
        <Suspense>
          {tools.map(({ id, Component }) => (
            <Component key={id} counterpartyId={counterparty.id} from={from} to={to} />
          ))}
        </Suspense>
      </Group>
      <Loaded query={act}>{(data) => <Act act={data} />}</Loaded>
    </Stack>
  );
}

function Act({ act }: { act: contract.Reconciliation }) {
  const t = useText(text);
  const side = act.in_favour_of === 'supplier' ? act.supplier_name : act.counterparty_name;
  return (
    <Section flush>
      <Table.ScrollContainer
        minWidth={440}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t.reconciliation } }}
      >
        <Table horizontalSpacing="md" verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.date}</Table.Th>
              <Table.Th>{t.operation}</Table.Th>
              <Table.Th className="cell-right">{t.debit}</Table.Th>
              <Table.Th className="cell-right">{t.credit}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <BalanceRow label={t.opening} balance={act.opening} />
            {act.rows.map((row) => (
              <ActRow key={row.id} row={row} />
            ))}
            <Sums label={t.turnover} debit={act.turnover.debit} credit={act.turnover.credit} />
            <BalanceRow label={t.closing} balance={act.closing} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text p="md">{act.in_favour_of ? t.inFavourOf(side, formatMoney(act.owed)) : t.noDebt}</Text>
    </Section>
  );
}

function ActRow({ row }: { row: contract.Reconciliation['rows'][number] }) {
  const purposes = useText(purposeNames);
  return (
    <Table.Tr>
      <Table.Td>
        <DateOnly date={row.date} />
      </Table.Td>
      <Table.Td>
        {purposes[row.purpose]}
        {row.comment && (
          <Text size="sm" c="dimmed">
            {row.comment}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="cell-right figures">{row.debit > 0 && <Amount kopecks={row.debit} />}</Table.Td>
      <Table.Td className="cell-right figures">{row.credit > 0 && <Amount kopecks={row.credit} />}</Table.Td>
    </Table.Tr>
  );
}

/** A balance on its side: what the counterparty owes is debit, what they have with the supplier credit. */
function BalanceRow({ label, balance }: { label: string; balance: number }) {
  return <Sums label={label} debit={balance < 0 ? -balance : null} credit={balance > 0 ? balance : null} />;
}

function Sums({ label, debit, credit }: { label: string; debit: number | null; credit: number | null }) {
  return (
    <Table.Tr fw={600}>
      <Table.Td colSpan={2}>{label}</Table.Td>
      <Table.Td className="cell-right figures">
        <Amount kopecks={debit} />
      </Table.Td>
      <Table.Td className="cell-right figures">
        <Amount kopecks={credit} />
      </Table.Td>
    </Table.Tr>
  );
}
