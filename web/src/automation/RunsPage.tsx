import * as contract from '@lanka/domain/automation/contract';
import { StatusBadge, type StatusTable } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { AutomationTabs } from './Tabs';
import { text } from './text';

const outcomes: StatusTable<contract.AutomationRun['outcome']> = {
  done: { color: 'green', ua: text.ua.outcomes.done, en: text.en.outcomes.done },
  failed: { color: 'red', ua: text.ua.outcomes.failed, en: text.en.outcomes.failed },
};

/** What rules did, and what they could not. */
export function RunsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listRuns, { params: { project_id } });
  return (
    <Page list title={t.title}>
      <AutomationTabs />
      <DataTable
        id="automation-runs"
        label={t.runs}
        list={list}
        rowKey={(run) => run.id}
        rowLink={(run) => `/cp/orders/${run.order_id}`}
        columns={[
          { id: 'order', title: t.order, render: (run) => <span className="nowrap">№ {run.order_number}</span> },
          { id: 'rule', title: t.rule, cut: true, share: 2, card: 'line', render: (run) => run.rule_name },
          {
            id: 'outcome',
            title: t.outcome,
            card: 'corner',
            render: (run) => <StatusBadge table={outcomes} value={run.outcome} />,
          },
          { id: 'reason', title: t.reason, card: 'line', share: 3, render: (run) => run.reason ?? '' },
          { id: 'at', title: t.at, card: 'end', render: (run) => <DateTime at={run.at} /> },
        ]}
        tools={<Filters list={list} fields={[{ name: 'failed', label: t.onlyFailed, kind: 'flag' }]} />}
        empty={<EmptyState drawing="connect" title={t.noRuns} text={t.noRunsText} />}
      />
    </Page>
  );
}
