import { formatIban } from '@lanka/domain/kit/iban';
import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/payouts/contract';
import { Button, Checkbox, Group, Menu, Stack, Text } from '@mantine/core';
import { IconCash, IconDownload, IconQrcode, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import { download } from '../kit/http/download';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { PayRows } from './PayRows';
import { QrModal } from './QrModal';
import { sumOf } from './sums';
import { rowStatus, text } from './text';

/** A register: its files for the bank, and what became of each row. */
export function PayoutPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const payout = useCall(contract.readPayout, { params: { project_id, id } });
  return (
    <Page
      title={payout.data ? t.register(payout.data.number) : t.title}
      crumbs={[{ to: '/cp/payouts', label: t.title }]}
      secondary={payout.data && <Files payout={payout.data} />}
      side={payout.data && <Facts payout={payout.data} />}
    >
      <Loaded query={payout}>{(data) => <Rows payout={data} />}</Loaded>
    </Page>
  );
}

const FILES = {
  pdf: contract.readPayoutPdf,
  xlsx: contract.readPayoutXlsx,
  csv: contract.readPayoutCsv,
  ibank: contract.readPayoutIbank,
} as const;

function Files({ payout }: { payout: contract.Payout }) {
  const t = useText(text);
  const project_id = useProjectId();
  const save = async (kind: keyof typeof FILES) => {
    try {
      await download(FILES[kind], { params: { project_id, id: payout.id } });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Menu position="bottom-end" width={320}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={18} />}>
          {t.files}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['pdf', 'xlsx', 'csv'] as const).map((kind) => (
          <Menu.Item key={kind} onClick={() => void save(kind)}>
            {t[kind]}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void save('ibank')} disabled={!payout.payer || payout.waiting_rows === 0}>
          {t.ibank}
          <Text size="xs" c="dimmed">
            {payout.payer ? t.ibankHint : t.noPayer}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Facts({ payout }: { payout: contract.Payout }) {
  const t = useText(text);
  const { payer } = payout;
  return (
    <KeyFacts
      facts={[
        { label: t.date, value: <DateOnly date={payout.date} /> },
        { label: t.total, value: <Money kopecks={payout.total} /> },
        { label: t.paid, value: <Money kopecks={payout.paid} /> },
        { label: t.waiting, value: <Money kopecks={payout.waiting} /> },
        { label: t.purpose, value: <span className="wrap-anywhere">{payout.purpose}</span> },
        {
          label: t.ofProfile,
          value: payer ? (
            <span className="wrap-anywhere">
              {payer.recipient_name}
              <Aside>{formatIban(payer.iban)}</Aside>
            </span>
          ) : (
            t.noPayer
          ),
        },
        { label: t.author, value: payout.created_by.name },
        { label: t.hash, value: <span className="wrap-anywhere">{payout.hash.slice(0, 16)}</span> },
      ]}
    />
  );
}

function Rows({ payout }: { payout: contract.Payout }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const ask = useConfirm();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [paying, setPaying] = useState<readonly contract.PayoutRow[] | null>(null);
  const [shown, setShown] = useState<contract.PayoutRow | null>(null);
  const cancel = useAction(contract.cancelRows, { success: t.dropped });
  const waiting = payout.items.filter(({ status }) => status === 'waiting');
  const rows = waiting.filter(({ id }) => chosen.has(id));
  const mayDecide = can('payouts.make') && waiting.length > 0;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const drop = async () => {
    const answer = await ask({
      title: t.dropTitle,
      effects: [t.chosen(rows.length, formatMoney(sumOf(rows))), t.dropEffect],
      reason: { label: t.reason, required: true },
      confirmLabel: t.drop,
      danger: true,
    });
    if (!answer) return;
    cancel.mutate({
      params: { project_id, id: payout.id },
      body: { row_ids: rows.map(({ id }) => id), reason: answer.reason },
    });
    setChosen(new Set());
  };
  return (
    <Section
      title={t.whom}
      action={
        mayDecide && (
          <Group gap="xs">
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconX size={16} />}
              disabled={rows.length === 0}
              loading={cancel.isPending}
              onClick={() => void drop()}
            >
              {t.drop}
            </Button>
            <Button
              size="compact-md"
              leftSection={<IconCash size={16} />}
              onClick={() => setPaying(rows.length > 0 ? rows : waiting)}
            >
              {t.pay}
            </Button>
          </Group>
        )
      }
    >
      <Stack gap="sm">
        {mayDecide && (
          <Checkbox
            label={t.chosen(rows.length, formatMoney(sumOf(rows)))}
            checked={rows.length === waiting.length}
            indeterminate={rows.length > 0 && rows.length < waiting.length}
            onChange={() => setChosen(new Set(rows.length === waiting.length ? [] : waiting.map(({ id }) => id)))}
          />
        )}
        {payout.items.map((row) => (
          <Group key={row.id} gap="sm" wrap="nowrap" align="flex-start">
            {mayDecide && (
              <Checkbox
                aria-label={t.choose(row.counterparty_name)}
                checked={chosen.has(row.id)}
                disabled={row.status !== 'waiting'}
                onChange={() => toggle(row.id)}
                mt={4}
              />
            )}
            <div style={{ flex: 1, minWidth: 0 }}>
              <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                <Text fw={500} component="div" className="wrap-anywhere">
                  {row.position}. <CounterpartyLink id={row.counterparty_id} name={row.counterparty_name} />
                </Text>
                <Text fw={600} component="div">
                  <Money kopecks={row.amount} className="figures nowrap" />
                </Text>
              </Group>
              <Text size="sm" c="dimmed" className="wrap-anywhere">
                {row.recipient_name}, {formatIban(row.iban)}, {row.code}
              </Text>
              <Group gap="xs" mt={4}>
                <StatusBadge table={rowStatus} value={row.status} />
                <Text size="sm" component="div">
                  <RowFate row={row} />
                </Text>
                {row.has_qr && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    leftSection={<IconQrcode size={16} />}
                    aria-label={t.qrOf(row.counterparty_name)}
                    onClick={() => setShown(row)}
                  >
                    {t.qr}
                  </Button>
                )}
              </Group>
            </div>
          </Group>
        ))}
      </Stack>
      {paying && (
        <PayRows
          payout={payout}
          rows={paying}
          close={() => {
            setPaying(null);
            setChosen(new Set());
          }}
        />
      )}
      {shown && <QrModal payout={payout} row={shown} close={() => setShown(null)} />}
    </Section>
  );
}

/** When it was paid or why it was canceled, and by whom. */
function RowFate({ row }: { row: contract.PayoutRow }) {
  const t = useText(text);
  if (row.status === 'waiting') return null;
  return (
    <>
      {row.paid_on && <DateOnly date={row.paid_on} />}
      {row.reason} {row.reversed && <b>{t.reversed}</b>}{' '}
      <Text span size="sm" c="dimmed">
        {row.decided_by?.name} · <DateTime at={row.decided_at} />
      </Text>
    </>
  );
}
