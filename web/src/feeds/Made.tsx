import * as contract from '@lanka/domain/feeds/contract';
import { Button, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { whileAnyRuns } from '../kit/display/jobs';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './exports-text';
import { jobStatus } from './text';

interface MadeProps {
  kinds: readonly contract.ExportKind[];
  /** What its rows are. */
  rows: string;
  drawing: ComponentProps<typeof EmptyState>['drawing'];
}

/** The tables of these kinds that were made, and those under way. */
export function Made({ kinds, rows, drawing }: MadeProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(
    contract.listExports,
    { params: { project_id }, fixed: { kind: [...kinds] } },
    { refetchInterval: whileAnyRuns },
  );
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {t.made}
      </Title>
      <DataTable
        label={t.made}
        list={list}
        rowKey={(row) => row.id}
        columns={[
          {
            id: 'file',
            title: t.file,
            cut: true,
            share: 2,
            render: (row) => row.file_name ?? t.progress(row.progress),
          },
          { id: 'created_at', title: t.created, render: (row) => <DateTime at={row.created_at} /> },
          { id: 'rows', title: rows, align: 'right', render: (row) => <Count value={row.rows} /> },
          {
            id: 'status',
            title: t.status,
            card: 'corner',
            render: (row) => <StatusBadge table={jobStatus} value={row.status} />,
          },
          {
            id: 'download',
            title: '',
            align: 'right',
            card: 'line',
            render: (row) =>
              row.url ? (
                <Button
                  component="a"
                  href={row.url}
                  download={row.file_name ?? true}
                  size="compact-sm"
                  variant="default"
                  leftSection={<IconDownload size={14} />}
                  aria-label={`${t.download}: ${row.file_name ?? ''}`}
                >
                  {t.download}
                </Button>
              ) : (
                (row.error?.message ?? null)
              ),
          },
        ]}
        empty={<EmptyState drawing={drawing} title={t.none} text={t.noneText} />}
      />
    </>
  );
}
