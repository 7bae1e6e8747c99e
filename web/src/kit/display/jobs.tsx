/**
 * A job that runs in the background (import, export, documents in bulk): can be left and found again.
 *
 *   const job = useCall(readImport, args, { refetchInterval: (job) => isRunning(job?.status) && 1000 });
 *   <ProgressCard title={t.import} status={job.status} progress={job.progress} facts={[…]} action={…} />
 */
import { Badge, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text';
import { words } from '../words';

export type JobStatus = 'queued' | 'running' | 'done' | 'failed';

export const isRunning = (status: JobStatus | undefined): boolean => status === 'queued' || status === 'running';

/** How often a list of jobs is asked again while one of those shown is under way, in milliseconds. */
const LIST_POLL_MS = 2_000;

/** `refetchInterval` of a list of jobs. */
export const whileAnyRuns = (list: { items: readonly { status: JobStatus }[] } | undefined): number | false =>
  (list?.items.some(({ status }) => isRunning(status)) ?? false) && LIST_POLL_MS;

interface ProgressCardProps {
  title: ReactNode;
  status: JobStatus;
  /** 0 … 100; null while it is not known. */
  progress: number | null;
  /** What has been counted so far. */
  facts?: readonly { label: string; value: ReactNode }[];
  /** What went wrong, for a failed one. */
  error?: ReactNode;
  /** What can be done now: download, stop, look at the refused rows. */
  action?: ReactNode;
}

export function ProgressCard({ title, status, progress, facts, error, action }: ProgressCardProps) {
  const t = useText(words);
  const label = { queued: t.queued, running: t.running, done: t.done, failed: t.jobFailed }[status];
  const color = { queued: 'gray', running: 'blue', done: 'green', failed: 'red' }[status];
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Text fw={600} component="div" className="wrap-anywhere">
            {title}
          </Text>
          <Badge className="status-badge" variant="default" radius="sm" data-color={color} role="status">
            {label}
          </Badge>
        </Group>
        {isRunning(status) && (
          <Progress value={progress ?? 100} animated={progress === null} aria-label={label} size="md" />
        )}
        {facts && facts.length > 0 && (
          <dl className="job-facts">
            {facts.map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd className="figures">{fact.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {error && (
          <Text c="var(--text-negative)" role="alert">
            {error}
          </Text>
        )}
        {action && <Group gap="xs">{action}</Group>}
      </Stack>
    </Paper>
  );
}
