import * as contract from '@lanka/domain/banking/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { Badge, Group } from '@mantine/core';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf } from '../orders';
import { Frame, ROOT, useCounts } from './Frame';
import { rowState, text } from './text';

const DAY_MS = 86_400_000;

/** `/cp/integrations/banking/rows`: all rows; those that wait show what they may be. */
export function RowsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listBankRows, { params: { project_id } });
  const counts = useCounts();
  const banking = useCall(contract.readBanking, { params: { project_id } });
  const oldest = counts?.oldest_open;
  const days = oldest ? (Date.parse(kyivDate(new Date())) - Date.parse(oldest)) / DAY_MS : 0;
  const accounts = (banking.data?.accounts ?? []).filter(({ chosen }) => chosen);
  return (
    <Frame subtitle={days > 0 && t.oldest(days)}>
      <StatusTabs
        list={list}
        name="state"
        table={rowState}
        all={t.all}
        {...(counts ? { counts: { open: counts.open, matched: counts.matched, ignored: counts.ignored } } : {})}
      />
      <DataTable
        id="bank-rows"
        label={t.rows}
        list={list}
        tab="state"
        rowKey={({ id }) => id}
        rowLink={({ id }) => `${ROOT}/rows/${id}`}
        columns={[
          {
            id: 'payer',
            title: t.payer,
            cut: true,
            share: 2,
            render: ({ counter_name, purpose }) => (
              <>
                {counter_name || t.nameless}
                {purpose && <Aside>{purpose}</Aside>}
              </>
            ),
          },
          { id: 'state', title: t.state, card: 'corner', render: (row) => <State row={row} /> },
          {
            id: 'at',
            title: t.day,
            sort: 'at',
            card: 'line',
            render: ({ at, state, age_days }) => (
              <>
                <DateTime at={at} />
                {state === 'open' && <Aside>{t.age(age_days)}</Aside>}
              </>
            ),
          },
          { id: 'is', title: t.becomes, cut: true, share: 2, card: 'line', render: (row) => <Becomes row={row} /> },
          {
            id: 'account',
            title: t.account,
            cut: true,
            render: ({ bank, account_title }) => `${t.banks[bank]} ${account_title}`,
          },
          {
            id: 'amount',
            title: t.amount,
            sort: 'amount',
            align: 'right',
            card: 'end',
            render: ({ amount }) => <Money kopecks={amount} signed className="figures nowrap" />,
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                {
                  ...{ name: 'direction', label: t.direction, kind: 'choice' },
                  options: (['in', 'out'] as const).map((value) => ({ value, label: t[value] })),
                },
                {
                  ...{ name: 'account', label: t.account, kind: 'choice' },
                  options: accounts.map(({ bank, account, title }) => ({
                    value: account,
                    label: `${t.banks[bank]} · ${title}`,
                  })),
                },
                { name: 'from', label: t.from, kind: 'date' },
                { name: 'to', label: t.to, kind: 'date' },
              ]}
            />
          </>
        }
        empty={
          list.state.values.state === 'open' ? (
            <EmptyState drawing="money" title={t.noOpen} text={t.noOpenText} />
          ) : (
            <EmptyState drawing="money" title={t.noRows} text={t.noRowsText} />
          )
        }
      />
    </Frame>
  );
}

function State({ row }: { row: contract.BankRow }) {
  const t = useText(text);
  const note = row.reversed_at ? t.takenBack : row.hold ? t.hold : null;
  return (
    <Group gap={4} component="span">
      <StatusBadge table={rowState} value={row.state} />
      {note && (
        <Badge variant="default" radius="sm">
          {note}
        </Badge>
      )}
    </Group>
  );
}

function Becomes({ row: { parts, suggestion, ignored_reason, reversed_at, state } }: { row: contract.BankRow }) {
  const t = useText(text);
  if (state === 'ignored') return ignored_reason || (reversed_at && t.takenBack);
  const shown = state === 'matched' ? parts : suggestion ? [suggestion] : [];
  const [first] = shown;
  if (!first) return null;
  const names = [...new Set(shown.map(({ counterparty_name }) => counterparty_name))].join(', ');
  const orders = shown.flatMap((one) => one.orders.map((order) => `№ ${numberOf(order)}`));
  return (
    <>
      {state === 'open' ? t.maybe(names) : names}
      {orders.length > 0 && <Aside>{orders.join(', ')}</Aside>}
    </>
  );
}
