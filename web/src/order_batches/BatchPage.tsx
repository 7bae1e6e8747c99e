import * as contract from '@lanka/domain/order_batches/contract';
import type { BatchColumns, BatchRow } from '@lanka/domain/order_batches/rules';
import { Alert, Anchor, Button, Group, List, Paper, Select, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Source, TableSource } from '../feeds';
import type { Answer } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { orderPath } from '../orders';
import { CheckTable } from './CheckTable';
import type { FieldColumn } from './OrderCard';
import { text } from './text';

interface Table {
  readonly source: Source;
  readonly headers: readonly string[];
  readonly columns: BatchColumns;
  readonly rows: readonly BatchRow[];
  readonly fields: readonly FieldColumn[];
  readonly unread: readonly string[];
  readonly files: readonly string[];
}

/** Rows of a spreadsheet become orders: read, checked and mended here, then made all at once. */
export function BatchPage() {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const here = useProjectId();
  const [search, setSearch] = useSearchParams();
  const suppliers = useSuppliers();
  const only = suppliers.length === 1 ? suppliers[0]?.id : undefined;
  const project_id = isDropshipping ? (search.get('project') ?? only ?? '') : here;
  const [pasted, setPasted] = useState('');
  const [table, setTable] = useState<Table | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<Answer<typeof contract.createBatch> | null>(null);
  const read = useAction(contract.readBatch, { onError: (reason) => setError(messageOf(reason)), quiet: true });
  const ask = (source: Source, columns?: BatchColumns) => {
    setError(null);
    const body = { ...source, ...(columns ? { columns } : {}) };
    read.mutate({ params: { project_id }, body }, { onSuccess: (found) => setTable({ source, ...found }) });
  };
  const leave = () => {
    setTable(null);
    setMade(null);
    setPasted('');
  };
  const crumbs = [{ to: '/cp/orders', label: t.orders }];
  if (made)
    return (
      <Page title={t.title} crumbs={crumbs}>
        <Made made={made} project_id={isDropshipping ? project_id : null} more={leave} />
      </Page>
    );
  if (isDropshipping && suppliers.length === 0)
    return (
      <Page title={t.title} crumbs={crumbs}>
        <EmptyState drawing="connect" title={t.noSuppliers} text={t.noSuppliersText} />
      </Page>
    );
  return (
    <Page
      title={t.title}
      crumbs={crumbs}
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
      {table && <Unread {...table} />}
      {table ? (
        <CheckTable
          key={JSON.stringify(table.columns)}
          project_id={project_id}
          headers={table.headers}
          columns={table.columns}
          fields={table.fields}
          start={table.rows}
          remap={(columns) => ask(table.source, columns)}
          isReading={read.isPending}
          onMade={setMade}
        />
      ) : (
        <TableSource
          projectId={project_id}
          words={t}
          {...{ pasted, setPasted }}
          read={ask}
          isReading={read.isPending}
          hint={t.sameOrder}
        >
          {isDropshipping && (
            <Select
              label={t.supplier}
              placeholder={t.chooseSupplier}
              maw={480}
              data={suppliers.map(({ id, title }) => ({ value: id, label: title }))}
              value={project_id || null}
              onChange={(id) => id && setSearch({ project: id }, { replace: true })}
              allowDeselect={false}
            />
          )}
        </TableSource>
      )}
    </Page>
  );
}

/** What the table says and no order will: better told before than missed after. */
function Unread({ unread, files }: Pick<Table, 'unread' | 'files'>) {
  const t = useText(text);
  const plain = unread.filter((header) => !files.includes(header));
  if (unread.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertCircle />} title={t.unread}>
      {plain.length > 0 && <Text size="sm">{t.unreadText(plain.map((one) => `«${one}»`).join(', '))}</Text>}
      {files.length > 0 && <Text size="sm">{t.unreadFiles(files.map((one) => `«${one}»`).join(', '))}</Text>}
    </Alert>
  );
}

interface MadeProps {
  made: Answer<typeof contract.createBatch>;
  /** Of the supplier, where it is not the current project. */
  project_id: string | null;
  more: () => void;
}

function Made({ made: { made, skipped }, project_id, more }: MadeProps) {
  const t = useText(text);
  const links = (orders: typeof made) => (
    <List listStyleType="none" size="sm" className="figures">
      {orders.map(({ id, number }) => (
        <List.Item key={id}>
          <Anchor component={Link} to={orderPath(id, project_id)}>{`№ ${number}`}</Anchor>
        </List.Item>
      ))}
    </List>
  );
  return (
    <Paper withBorder radius="md" p="md">
      <Stack gap="md">
        <Alert color="green" icon={<IconCircleCheck />} title={t.done(made.length)} role="status">
          {t.doneText}
        </Alert>
        {links(made)}
        {skipped.length > 0 && (
          <>
            <Text c="dimmed">{t.skipped(skipped.length)}</Text>
            {links(skipped)}
          </>
        )}
        <Group>
          <Button component={Link} to="/cp/orders">
            {t.toOrders}
          </Button>
          <Button variant="default" onClick={more}>
            {t.more}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
