import { listImports } from '@lanka/domain/feeds/contract';
import * as contract from '@lanka/domain/feeds/sources';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { CopyButton, KeyFacts } from '../kit/display/facts';
import { isRunning, whileAnyRuns } from '../kit/display/jobs';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { FormBar } from '../kit/form/Form';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { RunResult, SourceFields, SourceForm, stateOf, toSourceForm } from './source-parts';
import { sourceState, sourceText } from './sources-text';
import { jobStatus, text } from './text';

const SOURCES = '/cp/products/import/sources';
const POLL_MS = 2_000;

/** `/cp/products/import/sources/:id`: how it goes, its runs, its settings. */
export function SourcePage() {
  const t = useText(sourceText);
  const words = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const source = useCall(
    contract.readSource,
    { params: { project_id, id } },
    { refetchInterval: (answer) => isRunning(answer?.last_run?.status) && POLL_MS },
  );
  const crumbs = [
    { to: '/cp/products/import', label: words.title },
    { to: SOURCES, label: t.title },
  ];
  if (!source.data)
    return (
      <Page title={t.title} crumbs={crumbs}>
        <Loaded query={source}>{() => null}</Loaded>
      </Page>
    );
  return <Known key={id} source={source.data} crumbs={crumbs} />;
}

function Known({ source, crumbs }: { source: contract.ImportSource; crumbs: { to: string; label: string }[] }) {
  const t = useText(sourceText);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const params = { project_id, id: source.id };
  const run = useAction(contract.runSource, { success: t.started });
  const remove = useAction(contract.deleteSource, {
    success: t.deleted,
    onSuccess: () => navigate(SOURCES, { replace: true }),
  });
  const onDelete = async () => {
    const question = {
      ...{ title: t.deleteTitle(source.name), effects: t.deleteEffects, confirmLabel: t.delete },
      ...{ irreversible: true, danger: true },
    };
    if (await confirm(question)) remove.mutate({ params });
  };
  const busy = run.isPending || isRunning(source.last_run?.status);
  return (
    <Page
      title={source.name}
      crumbs={crumbs}
      status={<StatusBadge table={sourceState} value={stateOf(source)} />}
      action={{
        ...{ label: t.run, icon: IconPlayerPlay, loading: run.isPending, disabledReason: busy ? t.running : null },
        onClick: () => run.mutate({ params, body: {} }),
      }}
      menu={[{ label: t.delete, icon: IconTrash, onClick: () => void onDelete(), danger: true }]}
      side={<Facts source={source} />}
    >
      <Trouble source={source} />
      <Runs source={source} />
      <Settings source={source} />
    </Page>
  );
}

/** The colour says how grave it is; the words stay as dark as any, to be read. */
const dark = { title: { color: 'var(--mantine-color-text)' } };

/** Why the last run changed nothing, and what can be done. */
function Trouble({ source }: { source: contract.ImportSource }) {
  const t = useText(sourceText);
  const project_id = useProjectId();
  const { trouble, last_run, paused_at, active, id } = source;
  const resume = useAction(contract.updateSource, { success: t.resumed });
  if (!trouble || isRunning(last_run?.status)) return null;
  const isPaused = paused_at !== null && !active;
  const waits = last_run?.held && last_run.can_apply;
  return (
    <Alert
      color={isPaused ? 'red' : 'orange'}
      icon={<IconAlertTriangle />}
      title={isPaused ? t.paused : t.trouble[trouble]}
      styles={dark}
    >
      <Text>
        {isPaused ? `${t.trouble[trouble]}. ${t.pausedText}` : t.troubleText}
        {last_run?.error ? ` ${last_run.error.message}` : ''}
      </Text>
      <Group mt="sm" gap="sm">
        {last_run && (
          <Button component={Link} to={`/cp/products/import/${last_run.id}`} variant="default">
            {waits ? t.look : t.lookFailed}
          </Button>
        )}
        {isPaused && (
          <Button
            loading={resume.isPending}
            onClick={() => resume.mutate({ params: { project_id, id }, body: { active: true } })}
          >
            {t.resume}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

function Facts({ source }: { source: contract.ImportSource }) {
  const t = useText(sourceText);
  const { next_at, good_offers, last_run, url } = source;
  const isDue = next_at !== null && Date.parse(next_at) <= Date.now();
  return (
    <KeyFacts
      facts={[
        {
          label: t.url,
          value: (
            <Group gap={4} wrap="nowrap" align="flex-start">
              <span className="wrap-anywhere">{url}</span>
              <CopyButton value={url} label={t.url} />
            </Group>
          ),
        },
        { label: t.everyHours, value: t.every(source.every_hours) },
        { label: t.last, value: last_run ? <DateTime at={last_run.created_at} /> : t.never },
        { label: t.next, value: isDue ? t.now : <DateTime at={next_at} />, hidden: next_at === null },
        { label: t.offers, value: <Count value={good_offers ?? 0} />, hidden: good_offers === null },
        { label: t.vanished, value: t.vanishedOf[source.vanished] },
      ]}
    />
  );
}

function Runs({ source }: { source: contract.ImportSource }) {
  const t = useText(sourceText);
  const words = useText(text);
  const project_id = useProjectId();
  const busy = isRunning(source.last_run?.status);
  const list = useList(
    listImports,
    { params: { project_id }, fixed: { source_id: source.id } },
    // the source may tell of the end of a run before its row here does
    { refetchInterval: (answer) => whileAnyRuns(answer) || (busy && POLL_MS) },
  );
  return (
    <>
      <Title order={2} size="h4">
        {t.runs}
      </Title>
      <DataTable
        label={t.runs}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/products/import/${id}`}
        columns={[
          { id: 'created_at', title: t.when, render: (run) => <DateTime at={run.created_at} /> },
          {
            id: 'result',
            title: t.result,
            cut: true,
            share: 2,
            card: 'line',
            render: (run) => <RunResult run={run} />,
          },
          {
            id: 'how',
            title: t.how,
            cut: true,
            card: 'line',
            render: (run) => (run.by_clock ? t.byClock : (run.user_name ?? t.byHand)),
          },
          {
            id: 'status',
            title: words.status,
            card: 'corner',
            render: (run) =>
              run.held && run.can_apply ? (
                <StatusBadge table={sourceState} value="trouble" />
              ) : (
                <StatusBadge table={jobStatus} value={run.status} />
              ),
          },
        ]}
        empty={<EmptyState drawing="boxes" title={t.noRuns} text={t.noRunsText} />}
      />
    </>
  );
}

function Settings({ source }: { source: contract.ImportSource }) {
  const t = useText(sourceText);
  const project_id = useProjectId();
  const update = useAction(contract.updateSource, { quiet: true });
  const form = useEntityForm({
    schema: SourceForm,
    initial: source,
    fromEntity: toSourceForm,
    version: source.version,
    success: t.saved,
    submit: ({ changed, version }) =>
      update.mutateAsync({ params: { project_id, id: source.id }, body: changed, if_match: version }),
  });
  return <SourceFields form={form} foot={<FormBar />} />;
}
