/** Waybills of the chosen orders: what will happen, how far it is, and what was refused. */
import * as contract from '@lanka/domain/delivery/contract';
import { Alert, Anchor, Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { download } from '../kit/http/download';
import { useAction, useCall } from '../kit/http/query';
import { messageOf, notifyError } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { type OrdersToolProps, orderPath } from '../orders';
import { text } from './text';

const POLL_MS = 1_500;

export function BulkWaybills({ rows, close }: OrdersToolProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const [batch, setBatch] = useState<string | null>(null);
  const make = useAction(contract.makeWaybills, { quiet: true, onSuccess: ({ id }) => setBatch(id) });
  const isTooMany = rows.length > contract.MAX_AT_ONCE;
  const end = () => close(batch !== null);
  return (
    <Modal opened onClose={end} title={t.bulkTitle(rows.length)} centered size="lg">
      {batch ? (
        <Running id={batch} chosen={rows.length} close={end} />
      ) : (
        <Stack gap="md">
          <Text>{t.bulkText}</Text>
          {isTooMany && <Alert color="orange">{t.tooMany(contract.MAX_AT_ONCE)}</Alert>}
          {make.error && <Alert color="red">{messageOf(make.error)}</Alert>}
          <Group justify="flex-end">
            <Button variant="default" onClick={end}>
              {t.cancel}
            </Button>
            {!isTooMany && (
              <Button
                loading={make.isPending}
                onClick={() => make.mutate({ params: { project_id }, body: { order_ids: rows.map(({ id }) => id) } })}
              >
                {t.make}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Running({ id, chosen, close }: { id: string; chosen: number; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id };
  const known = useCall(contract.readBatch, { params });
  const { data } = useCall(
    contract.readBatch,
    { params },
    { refetchInterval: known.data && known.data.waiting === 0 ? false : POLL_MS },
  );
  // what has a waybill already is not asked for again
  const already = data ? chosen - new Set(data.rows.map(({ order_id }) => order_id)).size : 0;
  const [isBusy, setBusy] = useState(false);
  if (!data) return null;
  const refused = data.rows.filter(({ state }) => state === 'refused');
  const unsure = data.rows.filter(({ is_unsure }) => is_unsure);
  const made = data.rows.flatMap(({ waybill_id, ttn }) => (waybill_id && ttn ? [waybill_id] : []));
  const print = async () => {
    setBusy(true);
    await download(contract.printLabels, { params: { project_id }, body: { waybill_ids: made } }).catch(notifyError);
    setBusy(false);
  };
  return (
    <Stack gap="md">
      <Text role="status">{t.progress(data.made, data.total)}</Text>
      <Progress
        value={data.total === 0 ? 100 : ((data.total - data.waiting) / data.total) * 100}
        animated={data.waiting > 0}
        aria-label={t.progress(data.made, data.total)}
      />
      {already > 0 && (
        <Text size="sm" c="dimmed">
          {t.already(already)}
        </Text>
      )}
      {unsure.length > 0 && <Rows title={t.unsureRows} rows={unsure} />}
      {refused.length > 0 && <Rows title={t.refusals} rows={refused} />}
      <Group justify="flex-end">
        {made.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} />}
            loading={isBusy}
            onClick={() => void print()}
          >
            {t.printAll}
          </Button>
        )}
        <Button onClick={close}>{t.close}</Button>
      </Group>
    </Stack>
  );
}

function Rows({ title, rows }: { title: string; rows: contract.Batch['rows'] }) {
  return (
    <Alert color="orange" title={title}>
      <List size="sm">
        {rows.map((row) => (
          <List.Item key={`${row.order_id} ${row.number}`}>
            <Anchor component={Link} to={orderPath(row.order_id, null)} c="inherit" underline="always" fw={600}>
              № {row.number}
            </Anchor>
            {row.state === 'refused' && `: ${row.message}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
