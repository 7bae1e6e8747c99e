import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/reconciliations/contract';
import { daysOfMonth, monthBefore, openDaysOf } from '@lanka/domain/reconciliations/rules';
import { Button, Select, Switch, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, Money } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { ActsFrame, lastMonths } from './ActsPage';
import { actPath } from './path';
import { actStatus, text } from './text';

/** Who has not agreed to a month, and acts for all of them in one press. */
export function OpenPage() {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const ask = useConfirm();
  const [search, setSearch] = useSearchParams();
  const months = lastMonths();
  const asked = search.get('month');
  const month = months.some(({ value }) => value === asked) && asked ? asked : monthBefore(kyivDate(new Date()));
  const list = useList(contract.listOpenCounterparties, { params, fixed: { month } });
  const propose = useAction(contract.proposeReconciliations, { success: t.proposed });
  const shown = month.split('-').reverse().join('.');
  const onPropose = async () => {
    const answer = await ask({
      title: t.proposeTitle(shown),
      effects: t.proposeEffects,
      confirmLabel: t.propose,
    });
    if (answer) propose.mutate({ params, body: { month } });
  };
  return (
    <ActsFrame
      side={
        <Button
          variant="default"
          leftSection={<IconSend size={18} />}
          loading={propose.isPending}
          onClick={() => void onPropose()}
        >
          {t.propose}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t.openText}
      </Text>
      <Monthly />
      <DataTable
        label={t.notAgreed}
        list={list}
        rowKey={(row) => row.counterparty_id}
        rowLink={(row) =>
          row.act
            ? actPath(row.act.id, null)
            : `/cp/counterparties/${row.counterparty_id}/reconciliation?${new URLSearchParams({
                ...(openDaysOf(month, row.closed_until) ?? daysOfMonth(month)),
              })}`
        }
        columns={[
          {
            id: 'name',
            title: t.counterparty,
            sort: 'name',
            cut: true,
            share: 2,
            render: (row) => row.counterparty_name,
          },
          {
            id: 'act',
            title: t.act,
            card: 'corner',
            render: (row) =>
              row.act ? (
                <StatusBadge table={actStatus} value={row.act.status} />
              ) : (
                <Text span inherit c="dimmed">
                  {t.noAct}
                </Text>
              ),
          },
          { id: 'closed', title: t.closedUntil, render: (row) => <DateOnly date={row.closed_until} /> },
          {
            id: 'closed-card',
            title: '',
            only: 'card',
            card: 'line',
            render: (row) =>
              row.closed_until && (
                <>
                  {t.closedUntil}: <DateOnly date={row.closed_until} />
                </>
              ),
          },
          {
            id: 'balance',
            title: t.balance,
            align: 'right',
            card: 'end',
            render: (row) => <Money kopecks={row.balance} signed />,
          },
        ]}
        tools={
          <>
            <Select
              aria-label={t.month}
              data={months}
              value={month}
              allowDeselect={false}
              w={130}
              onChange={(value) => value && setSearch({ month: value }, { replace: true })}
            />
            <SearchField list={list} placeholder={t.counterparty} />
          </>
        }
        empty={<EmptyState drawing="money" title={t.openEmpty} text={t.openEmptyText} />}
      />
    </ActsFrame>
  );
}

function Monthly() {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const settings = useCall(contract.readReconciliationSettings, { params });
  const save = useAction(contract.saveReconciliationSettings, { success: t.monthlySaved });
  return (
    <Switch
      label={t.monthly}
      description={t.monthlyHint}
      checked={settings.data?.monthly ?? false}
      disabled={!settings.data || save.isPending}
      onChange={(event) => save.mutate({ params, body: { monthly: event.currentTarget.checked } })}
    />
  );
}
