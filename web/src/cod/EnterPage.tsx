import * as contract from '@lanka/domain/cod/contract';
import { Alert, Button } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Source, TableSource } from '../feeds';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { EnterRows } from './EnterRows';
import { text } from './text';

interface Rows extends Pick<Table, 'rows'>, Partial<Omit<Table, 'rows'>> {
  readonly source?: Source;
}
type Table = {
  readonly headers: readonly string[];
  readonly columns: contract.CodColumns;
  readonly rows: readonly contract.CodTableRow[];
};

/** Orders that were chosen in the list, by their numbers; a parcel of several as 125/2. */
function chosenIn(search: URLSearchParams): Rows | null {
  const refs = (search.get('orders') ?? '').split(',').filter((ref) => /^\d{1,9}(\/\d{1,2})?$/.test(ref));
  const rows = refs.slice(0, contract.MAX_COD_ROWS).map((ref) => ({ ref, amount: null, fee: null }));
  return rows.length > 0 ? { rows } : null;
}

/** A carrier's register: its rows are chosen in the list of what is awaited, pasted, or read of a file. */
export function EnterPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [pasted, setPasted] = useState('');
  const [table, setTable] = useState<Rows | null>(() => chosenIn(search));
  const [error, setError] = useState<string | null>(null);
  const read = useAction(contract.readTable, { onError: (reason) => setError(messageOf(reason)), quiet: true });
  const ask = (source: Source, columns?: contract.CodColumns) => {
    setError(null);
    read.mutate(
      { params: { project_id }, body: { ...source, ...(columns ? { columns } : {}) } },
      { onSuccess: (found) => setTable({ source, ...found }) },
    );
  };
  return (
    <Page
      title={t.enter}
      crumbs={[
        { to: '/cp/cod', label: t.title },
        { to: '/cp/cod/registers', label: t.registers },
      ]}
      secondary={
        table && (
          <Button variant="default" onClick={() => setTable(null)}>
            {t.other}
          </Button>
        )
      }
    >
      {error && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert">
          {error}
        </Alert>
      )}
      {table ? (
        <EnterRows
          key={JSON.stringify(table.columns ?? null)}
          {...table}
          remap={(columns) => table.source && ask(table.source, columns)}
          made={({ id }) => void navigate(`/cp/cod/registers/${id}`)}
        />
      ) : (
        <TableSource
          projectId={project_id}
          words={t}
          {...{ pasted, setPasted }}
          read={ask}
          isReading={read.isPending}
        />
      )}
    </Page>
  );
}
