import { dayAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/reconciliations/contract';
import { daysOfMonth, monthBefore, openDaysOf } from '@lanka/domain/reconciliations/rules';
import { Alert, Anchor, Button, Select, Switch, Text } from '@mantine/core';
import { IconAlertTriangle, IconBell, IconCheck, IconFileZip, IconSend } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, DateOnly, Money } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import type { Column } from '../kit/list/columns';
import { DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import type { MenuEntry } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { ActsFrame, lastMonths } from './ActsPage';
import { actPath } from './path';
import { actStatus, text } from './text';
import { useAgreeOnPaper } from './useAgreeOnPaper';

type Row = contract.OpenCounterparty;

/** Who has not agreed to a month, and acts for all of them in one press. */
export function OpenPage() {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const [search, setSearch] = useSearchParams();
  const months = lastMonths();
  const asked = search.get('month');
  const month = months.some(({ value }) => value === asked) && asked ? asked : monthBefore(kyivDate(new Date()));
  const list = useList(contract.listOpenCounterparties, { params, fixed: { month } });
  const counts = useCall(contract.countOpenCounterparties, { params, query: { month } }).data;
  const { action, menu } = useDeeds(month);
  const { agree, refused } = useAgreeOnPaper();
  return (
    <ActsFrame side={action} menu={menu}>
      <Text size="sm" c="dimmed">
        {t.openText}
      </Text>
      <Monthly />
      <StatusTabs
        list={list}
        name="state"
        options={[
          { value: '', label: t.all, count: counts?.open },
          ...contract.OpenState.options.map((value) => ({ value, label: t.states[value], count: counts?.[value] })),
        ]}
      />
      {counts && counts.agreed + counts.open > 0 && (
        <Text size="sm" role="status">
          {t.howFar(counts.agreed, counts.agreed + counts.open)}
        </Text>
      )}
      {refused.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle />} title={t.notAgreedThese} role="alert">
          {refused.map(({ row, message }) => (
            <Text key={row.counterparty_id} size="sm">
              {row.act ? (
                <Anchor component={Link} to={actPath(row.act.id, null, { month })} inherit>
                  {row.counterparty_name}
                </Anchor>
              ) : (
                row.counterparty_name
              )}
              : {message}
            </Text>
          ))}
        </Alert>
      )}
      <DataTable
        label={t.notAgreed}
        list={list}
        rowKey={(row) => row.counterparty_id}
        rowLink={(row) =>
          row.act
            ? actPath(row.act.id, null, { month })
            : `/cp/counterparties/${row.counterparty_id}/reconciliation?${new URLSearchParams({
                ...(openDaysOf(month, row.closed_until) ?? daysOfMonth(month)),
              })}`
        }
        columns={useColumns()}
        bulk={[{ label: t.agreeOnPaper, icon: IconCheck, run: (rows, done) => void agree(rows, done) }]}
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

/** What is done for all of a month at once. */
function useDeeds(month: string) {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const ask = useConfirm();
  const navigate = useNavigate();
  const propose = useAction(contract.proposeReconciliations, { success: t.proposed });
  const remind = useAction(contract.remindOfReconciliations, { success: t.reminding });
  const shown = dotted(month);
  const onPropose = async () => {
    const answer = await ask({ title: t.proposeTitle(shown), effects: t.proposeEffects, confirmLabel: t.propose });
    if (answer) propose.mutate({ params, body: { month } });
  };
  const onRemind = async () => {
    const answer = await ask({ title: t.remindTitle(shown), effects: t.remindEffects, confirmLabel: t.remind });
    if (answer) remind.mutate({ params, body: { month } });
  };
  const action = (
    <Button
      variant="default"
      leftSection={<IconSend size={18} />}
      loading={propose.isPending}
      onClick={() => void onPropose()}
    >
      {t.propose}
    </Button>
  );
  const menu: MenuEntry[] = [
    { label: t.remind, icon: IconBell, onClick: () => void onRemind() },
    {
      label: t.papersOfMonth,
      icon: IconFileZip,
      // papers have the day on which they were sent, which is after the month
      onClick: () => void navigate(`/cp/papers?type=reconciliation&from=${dayAfter(daysOfMonth(month).to)}`),
    },
  ];
  return { action, menu };
}

function useColumns(): Column<Row>[] {
  const t = useText(text);
  return [
    {
      id: 'name',
      title: t.counterparty,
      sort: 'name',
      cut: true,
      share: 2,
      render: (row) => (
        <>
          {row.counterparty_name}
          {row.on_paper && <Aside>{t.onPaper}</Aside>}
        </>
      ),
    },
    {
      id: 'act',
      title: t.act,
      card: 'corner',
      render: ({ act }) =>
        act ? (
          <StatusBadge table={actStatus} value={act.status} />
        ) : (
          <Text span inherit c="dimmed">
            {t.noAct}
          </Text>
        ),
    },
    {
      id: 'note',
      title: t.whatNext,
      card: 'line',
      render: ({ act }) =>
        act?.outdated ? (
          <Text span inherit c="var(--text-negative)">
            {t.outdatedShort}
          </Text>
        ) : (
          act?.reminded_on && (
            <>
              {t.remindedOn} <DateOnly date={act.reminded_on} />
            </>
          )
        ),
    },
    { id: 'closed', title: t.closedUntil, optional: true, render: (row) => <DateOnly date={row.closed_until} /> },
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
      id: 'closing',
      title: t.closing,
      align: 'right',
      render: ({ act }) => (act?.closing == null ? '–' : <Money kopecks={act.closing} signed />),
    },
    {
      id: 'balance',
      title: t.balance,
      align: 'right',
      card: 'end',
      render: (row) => <Money kopecks={row.balance} signed />,
    },
  ];
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
