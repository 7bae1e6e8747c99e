import type * as contract from '@lanka/domain/fiscal/contract';
import { Anchor, Box, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Money } from '../kit/display/values';
import { useText } from '../kit/text';
import { ReceiptDialog } from './ReceiptDialog';
import { receiptStatus, text } from './text';

interface ReceiptRowProps {
  receipt: contract.FiscalReceipt;
  projectId: string;
  mayIssue: boolean;
}

/** A receipt in a line; it opens with its picture and what can be done with it. */
export function ReceiptRow({ receipt, projectId, mayIssue }: ReceiptRowProps) {
  const t = useText(text);
  const [isOpen, setOpen] = useState(false);
  const { kind, status, fiscal_code, problem } = receipt;
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      {/* on a phone the status comes below: beside it the words would stand one to a line */}
      <Box flex="1 1 14rem">
        <Anchor component="button" type="button" fw={500} ta="left" onClick={() => setOpen(true)}>
          {t.kinds[kind]} · {fiscal_code ?? t.noNumber}
        </Anchor>
        <Text size="sm" c="dimmed" component="div">
          <DateTime at={receipt.fiscal_date ?? receipt.created_at} /> · {receipt.register.name}
          {receipt.reversed && ` · ${t.reversed}`}
          {receipt.is_offline && ` · ${t.offline}`}
        </Text>
        {problem && (
          <Text size="sm" c="red" className="wrap-anywhere">
            {t.problems[problem.code]} {problem.message}
          </Text>
        )}
      </Box>
      <Stack gap={4} align="flex-end" ml="auto">
        <StatusBadge table={receiptStatus} value={status} />
        <Money
          kopecks={kind === 'return' || kind === 'service_out' ? -receipt.total : receipt.total}
          className="nowrap"
        />
      </Stack>
      {isOpen && (
        <ReceiptDialog receipt={receipt} projectId={projectId} mayIssue={mayIssue} close={() => setOpen(false)} />
      )}
    </Group>
  );
}
