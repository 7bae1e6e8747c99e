import * as contract from '@lanka/domain/operator/contract';
import { IconRefresh } from '@tabler/icons-react';
import { Count, DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT } from './parts';
import { text, useJobName } from './text';

/** `/cp/operator/jobs`: background jobs that failed at every attempt. */
export const DeadLettersPage = () => (
  <OnlyStaff>
    <DeadLetters />
  </OnlyStaff>
);

function DeadLetters() {
  const t = useText(text);
  const jobName = useJobName();
  const list = useList(contract.listDeadLetters, {});
  const counts = useCall(contract.countDeadLetters, {}).data;
  const replayAll = useReplayAll(list.state.values.job || undefined, counts);
  return (
    <Page list title={t.jobs} subtitle={t.jobsText} action={replayAll}>
      <OperatorTabs />
      <DataTable
        id="operator-jobs"
        label={t.jobs}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/jobs/${row.id}`}
        columns={useColumns()}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchJobs} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'job',
                  label: t.job,
                  kind: 'choice',
                  options: (counts?.by_job ?? []).map(({ job }) => ({ value: job, label: jobName(job) })),
                },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="search" title={t.noJobs} text={t.noJobsText} />}
      />
    </Page>
  );
}

/** All, or those of the job that the list is filtered by; nothing to press when there is none. */
function useReplayAll(
  job: string | undefined,
  counts: { total: number; by_job: { job: string; count: number }[] } | undefined,
) {
  const t = useText(text);
  const confirm = useConfirm();
  const replay = useAction(contract.replayDeadLetters, { success: t.jobsReplayed });
  const count = job ? (counts?.by_job.find((one) => one.job === job)?.count ?? 0) : (counts?.total ?? 0);
  if (count === 0) return false as const;
  return {
    label: job ? t.replayThese : t.replayAll,
    icon: IconRefresh,
    loading: replay.isPending,
    onClick: async () => {
      const answer = await confirm({
        title: t.replayAllTitle(Math.min(count, contract.MOST_REPLAYED)),
        effects: t.replayEffects,
        confirmLabel: t.replay,
      });
      if (answer) replay.mutate({ body: job ? { job } : {} });
    },
  };
}

function useColumns(): Column<contract.DeadLetter>[] {
  const t = useText(text);
  const jobName = useJobName();
  return [
    { id: 'job', title: t.job, sort: 'job', cut: true, render: ({ job }) => jobName(job) },
    {
      id: 'error',
      title: t.lastError,
      cut: true,
      share: 2,
      card: 'line',
      render: ({ error }) => error || t.noError,
    },
    { id: 'attempts', title: t.attempts, align: 'right', render: ({ attempts }) => <Count value={attempts} /> },
    {
      id: 'created_at',
      title: t.jobSent,
      sort: 'created_at',
      render: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      id: 'failed_at',
      title: t.gaveUp,
      sort: 'failed_at',
      card: 'end',
      render: ({ failed_at }) => <DateTime at={failed_at} />,
    },
  ];
}
