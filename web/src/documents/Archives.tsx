import * as contract from '@lanka/domain/papers/contract';
import { Button, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { isRunning, ProgressCard } from '../kit/display/jobs';
import { useAction, useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { registerText } from './register-text';

const POLL_MS = 1_000;

/** The archives that were asked for stand in the address, so that they are found again: `?zip=PROJECT.ARCHIVE`. */
export function useArchives() {
  const [search, setSearch] = useSearchParams();
  const create = useAction(contract.createPaperArchive);
  const known = (search.get('zip') ?? '').split(',').flatMap((entry) => {
    const [project_id, id] = entry.split('.');
    return project_id && id ? [{ project_id, id }] : [];
  });
  const keep = (all: readonly { project_id: string; id: string }[]) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (all.length === 0) next.delete('zip');
        else next.set('zip', all.map(({ project_id, id }) => `${project_id}.${id}`).join(','));
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    known,
    forget: (id: string) => keep(known.filter((one) => one.id !== id)),
    /** One of each supplier. */
    async make(rows: readonly contract.Paper[], done: () => void) {
      const made: { project_id: string; id: string }[] = [];
      try {
        for (const project_id of new Set(rows.map((row) => row.project_id))) {
          const ids = rows.filter((row) => row.project_id === project_id).map(({ id }) => id);
          const { id } = await create.mutateAsync({ params: { project_id }, body: { ids } });
          made.push({ project_id, id });
        }
        done();
      } catch {
        // the action has told why
      }
      if (made.length > 0) keep([...known, ...made]);
    },
  };
}

export function Archives({ archives }: { archives: ReturnType<typeof useArchives> }) {
  if (archives.known.length === 0) return null;
  return (
    <Stack gap="sm">
      {archives.known.map((one) => (
        <Archive key={one.id} {...one} forget={() => archives.forget(one.id)} />
      ))}
    </Stack>
  );
}

function Archive({ project_id, id, forget }: { project_id: string; id: string; forget: () => void }) {
  const t = useText(registerText);
  const args = { params: { project_id, id } };
  const first = useCall(contract.readPaperArchive, args);
  const busy = !first.error && (!first.data || isRunning(first.data.status));
  const { data } = useCall(contract.readPaperArchive, args, { refetchInterval: busy ? POLL_MS : false });
  if (!data) return null;
  return (
    <ProgressCard
      title={data.file_name}
      status={data.status}
      progress={data.status === 'queued' ? null : data.progress}
      facts={[{ label: t.inArchive, value: data.papers_total }]}
      error={data.status === 'failed' && t.archiveFailed}
      action={
        !isRunning(data.status) && (
          <>
            {data.url && (
              <Button
                component="a"
                href={data.url}
                download={data.file_name}
                leftSection={<IconDownload size={16} />}
                size="compact-md"
              >
                {t.downloadZip}
              </Button>
            )}
            <Button variant="default" size="compact-md" onClick={forget}>
              {t.forget}
            </Button>
          </>
        )
      }
    />
  );
}
