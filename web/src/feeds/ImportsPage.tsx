import * as contract from '@lanka/domain/feeds/contract';
import {
  Button,
  Collapse,
  Group,
  Menu,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { IconClock, IconDownload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { whileAnyRuns } from '../kit/display/jobs';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { FileDrop } from '../kit/form/files';
import { download } from '../kit/http/download';
import { useAction } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { messageOf, notifyError } from '../kit/overlay/notify';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { CountsLine, nameOf } from './parts';
import { jobStatus, KIND_NAMES, text } from './text';

const ACCEPTED = ['.xml', '.yml', '.csv', '.tsv', '.txt', '.xlsx', '.gz', '.zip'];
const MAX_BYTES = 200 * 1024 * 1024;

/** A new import, and those there were: where an import that was left is found again. */
export function ImportsPage() {
  const t = useText(text);
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      crumbs={[{ to: '/cp/products', label: t.products }]}
      secondary={
        <>
          <ActionButton label={t.bySchedule} to="/cp/products/import/sources" icon={IconClock} variant="default" />
          <TemplateMenu />
        </>
      }
    >
      <NewImport />
      <Title order={2} size="h4" mt="md">
        {t.history}
      </Title>
      <History />
    </Page>
  );
}

function TemplateMenu() {
  const t = useText(text);
  const project_id = useProjectId();
  const get = (format: 'xlsx' | 'csv') => () => {
    download(contract.importTemplate, { params: { project_id }, query: { format } }).catch(notifyError);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} />}>
          {t.template}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={get('xlsx')}>{t.templateXlsx}</Menu.Item>
        <Menu.Item onClick={get('csv')}>{t.templateCsv}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function NewImport() {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const navigate = useNavigate();
  const [origin, setOrigin] = useState<'file' | 'url'>('file');
  const [url, setUrl] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [kind, setKind] = useState<contract.FeedKind | null>(null);
  const [source, setSource] = useState('');
  const start = useAction(contract.createImport, {
    onSuccess: ({ id }) => navigate(`/cp/products/import/${id}`),
    onError: (reason) => setError(messageOf(reason)),
    quiet: true,
  });
  const run = (from: { url: string } | { upload: string }) => {
    setError(null);
    const named = source.trim() === '' ? {} : { source: source.trim() };
    start.mutate({ params: { project_id }, body: { ...from, ...named, kind, dry_run: true } });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run({ url: url.trim() });
  };
  const kinds = contract.FEED_KINDS.map((value) => {
    const name = KIND_NAMES[value];
    return { value, label: typeof name === 'string' ? name : name[locale] };
  });
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="md">
        <SegmentedControl
          aria-label={t.from}
          value={origin}
          onChange={(value) => {
            setOrigin(value === 'url' ? 'url' : 'file');
            setError(null);
          }}
          data={[
            { value: 'file', label: t.byFile },
            { value: 'url', label: t.byUrl },
          ]}
          w="fit-content"
        />
        {origin === 'file' ? (
          <FileDrop
            projectId={project_id}
            label={t.drop}
            hint={t.dropHint}
            accept={ACCEPTED}
            maxBytes={MAX_BYTES}
            onUploaded={({ file_name }) => run({ upload: file_name })}
          />
        ) : (
          <form onSubmit={submit}>
            <Group align="flex-start" gap="sm">
              <TextInput
                type="url"
                label={t.url}
                description={t.urlHint}
                placeholder="https://"
                required
                flex="1 1 320px"
                value={url}
                onChange={(event) => setUrl(event.currentTarget.value)}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
              <Button type="submit" loading={start.isPending} mt={24}>
                {t.check}
              </Button>
            </Group>
          </form>
        )}
        {error && (
          <Text c="var(--text-negative)" role="alert">
            {error}
          </Text>
        )}
        <div>
          <Button variant="subtle" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {t.more}
          </Button>
          <Collapse expanded={open}>
            <Group align="flex-start" gap="md" mt="sm">
              <Select
                label={t.kind}
                placeholder={t.auto}
                data={kinds}
                value={kind}
                onChange={(value) => setKind(value as contract.FeedKind | null)}
                clearable
                flex="1 1 260px"
              />
              <TextInput
                label={t.source}
                description={t.sourceHint}
                maxLength={120}
                value={source}
                onChange={(event) => setSource(event.currentTarget.value)}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                flex="1 1 260px"
              />
            </Group>
          </Collapse>
        </div>
      </Stack>
    </Paper>
  );
}

function History() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listImports, { params: { project_id } }, { refetchInterval: whileAnyRuns });
  return (
    <DataTable
      label={t.history}
      list={list}
      rowKey={(row) => row.id}
      rowLink={(row) => `/cp/products/import/${row.id}`}
      columns={[
        {
          id: 'what',
          title: t.what,
          cut: true,
          share: 2,
          render: (row) => nameOf(row),
        },
        { id: 'action', title: t.action, render: (row) => (row.dry_run ? t.dryRun : t.real) },
        {
          id: 'result',
          title: t.result,
          cut: true,
          share: 2,
          card: 'line',
          render: (row) => <CountsLine found={row} />,
        },
        {
          id: 'user',
          title: t.user,
          cut: true,
          render: (row) => (row.by_clock ? t.bySchedule : (row.user_name ?? '–')),
        },
        { id: 'created_at', title: t.created_at, render: (row) => <DateTime at={row.created_at} /> },
        {
          id: 'status',
          title: t.status,
          card: 'corner',
          render: (row) => <StatusBadge table={jobStatus} value={row.status} />,
        },
      ]}
      empty={<EmptyState drawing="boxes" title={t.none} text={t.noneText} />}
    />
  );
}
