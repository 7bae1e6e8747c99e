import * as contract from '@lanka/domain/feeds/contract';
import { INCOME_FIELDS, type IncomeColumns } from '@lanka/domain/feeds/income';
import { createTurnover } from '@lanka/domain/turnover/contract';
import { sumOf } from '@lanka/domain/turnover/rules';
import { Alert, Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { GoodsName } from '../catalog';
import { Section } from '../kit/display/facts';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { Count, Money } from '../kit/display/values';
import { FileDrop } from '../kit/form/files';
import { TableColumns } from '../kit/form/TableColumns';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartySelect } from '../partners';
import { text } from './text';

const ACCEPTED = ['.xlsx', '.csv', '.tsv', '.txt'];
const MAX_BYTES = 5 * 1024 * 1024;

interface Read {
  headers: string[];
  columns: IncomeColumns;
  rows: contract.IncomeTableRow[];
}

/** A delivery note becomes the draft of an income: its columns are mapped, its errors shown, then it is created. */
export function IncomeImportPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const [upload, setUpload] = useState<string | null>(null);
  const [table, setTable] = useState<Read | null>(null);
  const [error, setError] = useState<string | null>(null);
  const read = useAction(contract.readIncomeTable, {
    onSuccess: setTable,
    onError: (reason) => setError(messageOf(reason)),
    quiet: true,
  });
  const ask = (file: string, columns?: IncomeColumns) => {
    setError(null);
    setUpload(file);
    read.mutate({ params: { project_id }, body: { upload: file, ...(columns ? { columns } : {}) } });
  };
  const leave = () => {
    setTable(null);
    setUpload(null);
  };
  return (
    <Page
      title={t.income}
      subtitle={t.incomeSubtitle}
      crumbs={[{ to: '/cp/turnover', label: t.turnover }]}
      secondary={
        table && (
          <Button variant="default" onClick={leave}>
            {t.otherFile}
          </Button>
        )
      }
    >
      {error && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert">
          {error}
        </Alert>
      )}
      {table && upload ? (
        <Preview table={table} remap={(columns) => ask(upload, columns)} isReading={read.isPending} />
      ) : (
        <Paper withBorder radius="md" p="md">
          <FileDrop
            projectId={project_id}
            label={t.incomeDrop}
            hint={t.incomeHint}
            accept={ACCEPTED}
            maxBytes={MAX_BYTES}
            onUploaded={({ file_name }) => ask(file_name)}
          />
        </Paper>
      )}
    </Page>
  );
}

interface PreviewProps {
  table: Read;
  remap: (columns: IncomeColumns) => void;
  isReading: boolean;
}

function Preview({ table: { headers, columns, rows }, remap, isReading }: PreviewProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const [party, setParty] = useState<string | null>(null);
  const wrong = rows.filter(({ reasons }) => reasons.length > 0).length;
  const [shown, setShown] = useState<'all' | 'wrong'>('all');
  const create = useAction(createTurnover, { onSuccess: ({ id }) => navigate(`/cp/turnover/${id}`) });
  const items = rows.flatMap(({ product_variant_id, count, price, sale_price, reasons }) =>
    reasons.length === 0 && product_variant_id !== null && count !== null
      ? [{ product_variant_id, count, transaction_item_price: price, sale_price }]
      : [],
  );
  return (
    <Stack gap="md" aria-busy={isReading}>
      <TableColumns
        fields={INCOME_FIELDS}
        labels={t.incomeFields}
        headers={headers}
        columns={columns}
        onChange={remap}
      />
      <Section title={t.rowsRight(items.length, rows.length)} flush>
        {wrong > 0 && (
          <Group px="md" pb="xs">
            <SegmentedControl
              aria-label={t.rowsShown}
              value={shown}
              onChange={(value) => setShown(value === 'wrong' ? 'wrong' : 'all')}
              data={[
                { value: 'all', label: t.allRows },
                { value: 'wrong', label: t.onlyWrong },
              ]}
            />
          </Group>
        )}
        <Rows rows={shown === 'wrong' ? rows.filter(({ reasons }) => reasons.length > 0) : rows} />
      </Section>
      <Section>
        <Stack gap="md">
          <CounterpartySelect
            project_id={project_id}
            label={t.supplier}
            description={t.supplierHint}
            value={party}
            onChange={setParty}
          />
          {wrong > 0 && <Text c="var(--text-negative)">{t.wrongStay(wrong)}</Text>}
          <Group justify="space-between">
            <Text fw={600} component="div">
              {`${t.sum}: `}
              <Money kopecks={sumOf(items)} />
            </Text>
            <Button
              disabled={items.length === 0}
              loading={create.isPending}
              onClick={() =>
                create.mutate({
                  params: { project_id },
                  body: { flow: 'income', type: 'purchase', draft: true, counterparty_id: party, items },
                })
              }
            >
              {t.createDraft(items.length)}
            </Button>
          </Group>
        </Stack>
      </Section>
    </Stack>
  );
}

function Rows({ rows }: { rows: readonly contract.IncomeTableRow[] }) {
  const t = useText(text);
  const { code: _, ...numbers } = t.incomeFields;
  const shownOr = (value: number | null, render: (value: number) => ReactNode) =>
    value === null ? '–' : render(value);
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.goods}</th>
          {Object.values(numbers).map((label) => (
            <th key={label} scope="col" className="cell-right">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.number}>
            <td className="line-name">
              {row.product_variant_id ? (
                <GoodsName item={row} under={`${t.line} ${row.number}`} />
              ) : (
                <>
                  <Text className="wrap-anywhere">{row.code || '–'}</Text>
                  <Text size="sm" c="dimmed">{`${t.line} ${row.number}`}</Text>
                </>
              )}
              {row.reasons.map(({ field, code, message }) => (
                <Text key={`${field} ${code}`} size="sm" c="var(--text-negative)">
                  {message}
                </Text>
              ))}
              {row.warnings.map(({ field, code, message }) => (
                <Text key={`${field} ${code}`} size="sm" c="dimmed">
                  {message}
                </Text>
              ))}
            </td>
            <LineCell label={numbers.count}>
              {shownOr(row.count, (count) => (
                <Count value={count} />
              ))}
            </LineCell>
            <LineCell label={numbers.price}>
              {shownOr(row.price, (price) => (
                <Money kopecks={price} />
              ))}
            </LineCell>
            <LineCell label={numbers.sale_price}>
              {shownOr(row.sale_price, (price) => (
                <Money kopecks={price} />
              ))}
            </LineCell>
          </tr>
        ))}
      </tbody>
    </LineTable>
  );
}
