import * as contract from '@lanka/domain/feeds/contract';
import { Alert, type AlertProps, Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { KeyFacts } from '../kit/display/facts';
import { isRunning, ProgressCard } from '../kit/display/jobs';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { formatCount, formatSize } from '../kit/format';
import { useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { words } from '../kit/words';
import { ApplyForm } from './ApplyForm';
import { nameOf, OUTCOMES, RowDetails } from './parts';
import { sourceText } from './sources-text';
import { jobStatus, KIND_NAMES, plannedOutcome, rowOutcome, text } from './text';

const POLL_MS = 1_000;

/** One import: how far it is, what it would do or has done, and for a dry run the step to the real one. */
export function ImportPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const found = useCall(
    contract.readImport,
    { params: { project_id, id } },
    { refetchInterval: (answer) => (isRunning(answer?.status) || isFetching(answer)) && POLL_MS },
  );
  const title = found.data ? nameOf(found.data) : t.title;
  const running = isRunning(found.data?.status);
  return (
    <Page
      title={title}
      crumbs={[
        { to: '/cp/products', label: t.products },
        { to: '/cp/products/import', label: t.title },
        ...(found.data?.source_id
          ? [{ to: `/cp/products/import/sources/${found.data.source_id}`, label: t.bySchedule }]
          : []),
      ]}
      status={found.data && <StatusBadge table={jobStatus} value={found.data.status} />}
      subtitle={found.data && (found.data.dry_run ? t.dryRun : t.real)}
      secondary={
        found.data && !running && !found.data.can_apply ? (
          <ActionButton label={t.again} to="/cp/products/import" icon={IconPlus} variant="default" />
        ) : undefined
      }
      side={found.data && <Facts found={found.data} />}
    >
      <Loaded query={found}>{(data) => <Body found={data} />}</Loaded>
    </Page>
  );
}

/** The colour says how grave it is; the words stay as dark as any, to be read. */
const Note = (props: AlertProps) => <Alert styles={{ title: { color: 'var(--mantine-color-text)' } }} {...props} />;

const isFetching = (found: contract.Import | undefined): boolean =>
  found !== undefined && found.pictures.done + found.pictures.failed < found.pictures.total;

function Body({ found }: { found: contract.ImportDetail }) {
  const t = useText(text);
  const kitWords = useText(words);
  const ofSources = useText(sourceText);
  const mayChangePlan = useSession().can('billing.manage');
  const { locale } = useLocale();
  if (isRunning(found.status)) {
    return (
      <>
        <ProgressCard
          title={found.phase ? t.phase[found.phase] : t.title}
          status={found.status}
          progress={found.progress}
          facts={[
            { label: t.rows, value: formatCount(found.rows_read) },
            { label: t.size, value: formatSize(found.bytes_read, locale) },
            ...OUTCOMES.filter((outcome) => found.counts[outcome] > 0).map((outcome) => ({
              label: (found.dry_run ? plannedOutcome : rowOutcome)[outcome][locale],
              value: formatCount(found.counts[outcome]),
            })),
          ]}
        />
        <Text c="dimmed" size="sm">
          {t.background}
        </Text>
      </>
    );
  }
  if (found.status === 'failed') {
    return (
      <Note color="red" icon={<IconAlertTriangle />} title={t.failed}>
        {found.error?.message}
      </Note>
    );
  }
  const work = found.counts.created + found.counts.changed;
  const unfetched = found.pictures.failed - found.pictures.no_room;
  return (
    <>
      {found.error && (
        <Note color="orange" icon={<IconAlertTriangle />} title={t.broken}>
          {found.error.message}
        </Note>
      )}
      {found.held && found.can_apply ? (
        <Held found={found} held={found.held} />
      ) : found.unmodified ? (
        <Note color="green" icon={<IconCircleCheck />} title={ofSources.unmodified} />
      ) : found.can_apply ? (
        <Note color="blue" title={work > 0 ? t.checked : t.nothing} />
      ) : (
        <Note color="green" icon={<IconCircleCheck />} title={t.done}>
          <Button component={Link} to="/cp/products" size="compact-md" variant="default">
            {t.toProducts}
          </Button>
        </Note>
      )}
      {unfetched > 0 && <Note color="orange" icon={<IconAlertTriangle />} title={t.photosFailed(unfetched)} />}
      {found.pictures.no_room > 0 && (
        <Note color="orange" icon={<IconAlertTriangle />} title={t.photosNoRoom(found.pictures.no_room)}>
          {mayChangePlan && (
            <Button component={Link} to="/cp/billing" size="compact-md" variant="default">
              {kitWords.toPlans}
            </Button>
          )}
        </Note>
      )}
      {found.can_apply && <ApplyForm found={found} />}
      {!found.unmodified && <Rows found={found} />}
    </>
  );
}

/** A run of a source that waits for a person: nothing of it was taken by itself. */
function Held({ found, held }: { found: contract.Import; held: contract.HeldFor }) {
  const t = useText(sourceText);
  return (
    <Note color="orange" icon={<IconAlertTriangle />} title={t.held[held]}>
      <Text>{t.heldText}</Text>
      <Button
        component={Link}
        to={`/cp/products/import/sources/${found.source_id}`}
        size="compact-md"
        variant="default"
        mt="xs"
      >
        {t.toSource}
      </Button>
    </Note>
  );
}

function Facts({ found }: { found: contract.ImportDetail }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { header, pictures } = found;
  const unused = found.columns.flatMap(({ name, field }) => (field === null ? [name] : []));
  const kind = header?.kind ? KIND_NAMES[header.kind] : null;
  const facts = [
    { label: t.format, value: kind === null ? null : typeof kind === 'string' ? kind : kind[locale] },
    { label: t.sourceShort, value: found.source },
    { label: t.shop, value: header?.shop_name ?? null },
    { label: t.encoding, value: header?.encoding ?? null },
    { label: t.rows, value: formatCount(found.rows_read) },
    {
      label: t.photos,
      value: pictures.total > 0 ? t.photosState(pictures.done, pictures.total) : null,
    },
    { label: t.priceLevels, value: header?.price_levels?.join(', ') ?? null },
    { label: t.ignored, value: unused.length > 0 ? unused.join(', ') : null },
    { label: t.user, value: found.by_clock ? t.bySchedule : found.user_name },
    { label: t.created_at, value: <DateTime at={found.created_at} /> },
  ];
  return <KeyFacts facts={facts.filter(({ value }) => value !== null)} />;
}

function Rows({ found }: { found: contract.Import }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const list = useList(contract.listImportRows, { params: { project_id, id: found.id } });
  const table = found.can_apply ? plannedOutcome : rowOutcome;
  const total = OUTCOMES.reduce((sum, outcome) => sum + found.counts[outcome], 0);
  return (
    <>
      <StatusTabs
        list={list}
        name="outcome"
        options={[
          { value: '', label: t.all, count: total },
          ...OUTCOMES.map((value) => ({ value, label: table[value][locale], count: found.counts[value] })),
        ]}
      />
      <DataTable
        label={t.title}
        wraps
        list={list}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'title',
            title: t.row,
            render: (row) => (
              <>
                <Text inherit fw={500} className="wrap-anywhere">
                  {row.title || '–'}
                </Text>
                <Text size="sm" c="dimmed" className="wrap-anywhere">
                  {t.number} {row.number}
                  {row.external_id ? ` · ${row.external_id}` : ''}
                </Text>
                {row.product_id && (
                  <Anchor component={Link} to={`/cp/products/${row.product_id}`} size="sm">
                    {t.openProduct}
                  </Anchor>
                )}
              </>
            ),
          },
          { id: 'why', title: t.why, card: 'line', render: (row) => <RowDetails row={row} /> },
          {
            id: 'outcome',
            title: t.outcome,
            card: 'corner',
            render: (row) => (row.outcome ? <StatusBadge table={table} value={row.outcome} /> : '–'),
          },
        ]}
        empty={<EmptyState drawing="search" title={t.emptyRows} />}
      />
    </>
  );
}
