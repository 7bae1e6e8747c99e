import { RECEIPT_TYPES } from '@lanka/domain/files/receipts';
import { MAX_PAYMENT_FILES, type Payment } from '@lanka/domain/payments/contract';
import * as contract from '@lanka/domain/payments/files';
import { ActionIcon, Button, Input, Modal, Tooltip } from '@mantine/core';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { AS_LONG_AS_LINKS, AttachedFiles } from '../kit/form/attached';
import { type UploadedFile, Uploads } from '../kit/form/uploads';
import { useAction, useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

interface FieldProps {
  projectId: string;
  files: readonly UploadedFile[];
  onChange: (change: (files: readonly UploadedFile[]) => readonly UploadedFile[]) => void;
}

/** Pictures or PDFs of receipts, with the payment that is being entered. */
export function ReceiptsField(props: FieldProps) {
  const t = useText(text);
  return (
    <Input.Wrapper label={t.receipts} labelElement="div">
      <Uploads {...props} accept={RECEIPT_TYPES} hint={t.receiptHint} most={MAX_PAYMENT_FILES} />
    </Input.Wrapper>
  );
}

/** How many receipts a payment has; opens them, and takes more. */
export function Receipts({ payment }: { payment: Payment }) {
  const t = useText(text);
  const [opened, setOpened] = useState(false);
  const label = payment.files > 0 ? t.receiptsOf(payment.files) : t.addReceipt;
  return (
    <>
      <Tooltip label={label}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPaperclip size={16} />}
          aria-label={label}
          onClick={() => setOpened(true)}
        >
          {payment.files > 0 ? payment.files : '+'}
        </Button>
      </Tooltip>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t.receipts} centered>
        <ReceiptList payment={payment} />
      </Modal>
    </>
  );
}

function ReceiptList({ payment }: { payment: Payment }) {
  const t = useText(text);
  const params = { project_id: payment.project_id, payment_id: payment.id };
  const files = useCall(contract.listPaymentFiles, { params }, AS_LONG_AS_LINKS);
  const add = useAction(contract.addPaymentFile);
  const remove = useAction(contract.deletePaymentFile);
  return (
    <AttachedFiles
      files={files}
      projectId={payment.project_id}
      mayAdd={payment.files < MAX_PAYMENT_FILES}
      hint={t.receiptHint}
      add={(file_name) => add.mutate({ params, body: { file_name } })}
      about={(file) => file.author.name ?? ''}
      actions={(file) =>
        !file.kept && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.removeReceipt(file.name)}
            onClick={() => remove.mutate({ params: { ...params, id: file.id } })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )
      }
    />
  );
}
