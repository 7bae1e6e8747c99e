import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/payouts/contract';
import { Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { fetchFile } from '../kit/http/download';
import { messageOf } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

interface QrProps {
  payout: contract.Payout;
  row: contract.PayoutRow;
  close: () => void;
}

/** A person scans it in his bank's application and pays. */
export function QrModal({ payout, row, close }: QrProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const [picture, setPicture] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    const stop = new AbortController();
    const params = { project_id, id: payout.id, row_id: row.id };
    fetchFile(contract.readPayoutQr, { params, signal: stop.signal })
      .then(({ content }) => {
        url = URL.createObjectURL(content);
        setPicture(url);
      })
      .catch((reason: unknown) => {
        if (!stop.signal.aborted) setError(messageOf(reason));
      });
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [project_id, payout.id, row.id]);
  return (
    <Modal opened onClose={close} title={t.qrOf(row.counterparty_name)} centered>
      <Stack align="center" gap="sm">
        {error && <Text c="var(--text-negative)">{error}</Text>}
        {picture && <img src={picture} alt={t.qrOf(row.counterparty_name)} width={320} height={320} />}
        <Text fw={600}>{formatMoney(row.amount)}</Text>
        <Text ta="center">{t.qrText}</Text>
      </Stack>
    </Modal>
  );
}
