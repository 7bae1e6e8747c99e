import * as contract from '@lanka/domain/fiscal/contract';
import { Email } from '@lanka/domain/identity/fields';
import { formatMoney } from '@lanka/domain/kit/money';
import { Phone } from '@lanka/domain/kit/phone';
import { Alert, Anchor, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter, IconSend } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { CopyButton } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Money } from '../kit/display/values';
import { download, fetchFile } from '../kit/http/download';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { messageOf, notifyError } from '../kit/overlay/notify';
import { LinesSkeleton } from '../kit/page/states';
import { useText } from '../kit/text';
import { numberOf, orderPath } from '../orders';
import { receiptStatus, text } from './text';

interface ReceiptDialogProps {
  receipt: contract.FiscalReceipt;
  projectId: string;
  mayIssue: boolean;
}

export function ReceiptDialog({ close, ...of }: ReceiptDialogProps & { close: () => void }) {
  const t = useText(text);
  return (
    <Modal opened onClose={close} title={`${t.receipt} · ${t.kinds[of.receipt.kind]}`} centered>
      <ReceiptBody {...of} />
    </Modal>
  );
}

/** A receipt with its picture; it is printed, saved, sent and taken back from here. */
export function ReceiptBody({ receipt, projectId, mayIssue }: ReceiptDialogProps) {
  const t = useText(text);
  const ask = useConfirm();
  const params = { project_id: projectId, id: receipt.id };
  const reverse = useAction(contract.reverseReceipt, { success: t.reversing });
  const isIssued = receipt.status === 'issued';
  const onReverse = async () => {
    const question = { title: t.reverseTitle, effects: t.reverseEffects, confirmLabel: t.reverse, danger: true };
    if (await ask(question)) reverse.mutate({ params });
  };
  const save = () =>
    download(contract.readReceiptFile, { params, query: { format: 'pdf' } }).catch((error: unknown) =>
      notifyError(error),
    );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <StatusBadge table={receiptStatus} value={receipt.status} />
        <Money kopecks={receipt.total} fw={600} size="lg" />
      </Group>
      {receipt.problem && (
        <Alert color="red">
          {t.problems[receipt.problem.code]} {receipt.problem.message}
        </Alert>
      )}
      {receipt.is_offline && <Alert color="yellow">{t.reasons.offline}</Alert>}
      <Facts receipt={receipt} />
      {isIssued && (
        <>
          <Picture params={params} />
          <Group gap="xs">
            <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => void save()}>
              {t.pdf}
            </Button>
            <PrintButton params={params} />
            {receipt.tax_url && (
              <Button component="a" variant="default" href={receipt.tax_url} target="_blank" rel="noreferrer">
                {t.taxPage}
              </Button>
            )}
          </Group>
          {mayIssue && <SendForm params={params} receipt={receipt} />}
          {mayIssue && receipt.kind === 'sell' && receipt.order && !receipt.reversed && (
            <div>
              <Button variant="subtle" color="red" loading={reverse.isPending} onClick={() => void onReverse()}>
                {t.reverse}
              </Button>
            </div>
          )}
        </>
      )}
    </Stack>
  );
}

function Facts({ receipt }: { receipt: contract.FiscalReceipt }) {
  const t = useText(text);
  return (
    <Stack gap={4}>
      <Group gap={4}>
        <Text size="sm" c="dimmed">
          {t.fiscalCode}:
        </Text>
        <Text size="sm" className="wrap-anywhere">
          {receipt.fiscal_code ?? t.noNumber}
        </Text>
        {receipt.fiscal_code && <CopyButton value={receipt.fiscal_code} />}
      </Group>
      <Text size="sm" c="dimmed" component="div">
        <DateTime at={receipt.fiscal_date ?? receipt.created_at} /> · {receipt.register.name}
        {receipt.order && (
          <>
            {' · '}
            <Anchor underline="always" component={Link} to={orderPath(receipt.order.id, null)} size="sm">
              № {numberOf(receipt.order)}
            </Anchor>
          </>
        )}
      </Text>
      {receipt.lines.map(({ order_item_id, name, price, count }) => (
        // of one line of an order that does not divide there are two, a kopeck apart
        <Group key={`${order_item_id} ${price}`} justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm" className="wrap-anywhere">
            {name} · {count} × {formatMoney(price)}
          </Text>
          <Money kopecks={price * count} size="sm" className="nowrap" />
        </Group>
      ))}
      {receipt.lines.some(({ price }) => price === 1) && (
        <Text size="sm" c="dimmed">
          {t.giftHint}
        </Text>
      )}
      {receipt.payments.map(({ method, amount }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: payments keep their places
        <Group key={nth} justify="space-between">
          <Text size="sm" fw={500}>
            {method === 'cash' ? t.cash : t.card}
          </Text>
          <Money kopecks={amount} size="sm" fw={500} />
        </Group>
      ))}
    </Stack>
  );
}

type Params = { project_id: string; id: string };

/** The picture of the service, as an address within this page; what went wrong when it does not come. */
function usePicture(params: Params, format: 'png' | 'qr'): { url?: string; problem?: string } {
  const [shown, setShown] = useState<{ url?: string; problem?: string }>({});
  const { project_id, id } = params;
  useEffect(() => {
    const stop = new AbortController();
    let url: string | null = null;
    fetchFile(contract.readReceiptFile, { params: { project_id, id }, query: { format }, signal: stop.signal })
      .then(({ content }) => {
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(content);
        setShown({ url });
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setShown({ problem: messageOf(error) });
      });
    return () => {
      stop.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [project_id, id, format]);
  return shown;
}

function Picture({ params }: { params: Params }) {
  const t = useText(text);
  const picture = usePicture(params, 'png');
  const qr = usePicture(params, 'qr');
  if (picture.problem)
    return (
      <Text size="sm" c="dimmed">
        {picture.problem}
      </Text>
    );
  if (!picture.url) return <LinesSkeleton lines={4} />;
  return (
    <Group justify="center" align="flex-start" gap="md">
      <img src={picture.url} alt={t.picture} style={{ maxWidth: '100%', maxHeight: 420, background: '#fff' }} />
      {qr.url && <img src={qr.url} alt={t.qr} width={126} height={126} style={{ background: '#fff' }} />}
    </Group>
  );
}

/** The picture in a frame of this page that nobody sees, printed when it is there. */
function PrintButton({ params }: { params: Params }) {
  const t = useText(text);
  const [isLoading, setLoading] = useState(false);
  const print = async () => {
    setLoading(true);
    try {
      const { content } = await fetchFile(contract.readReceiptFile, { params, query: { format: 'png' } });
      const url = URL.createObjectURL(content);
      const frame = document.createElement('iframe');
      frame.style.display = 'none';
      frame.title = t.picture;
      document.body.append(frame);
      const image = frame.contentDocument?.createElement('img');
      if (image) {
        image.onload = () => {
          frame.contentWindow?.print();
          setTimeout(() => {
            frame.remove();
            URL.revokeObjectURL(url);
          }, 60_000);
        };
        image.src = url;
        frame.contentDocument?.body.append(image);
      }
    } catch (error) {
      notifyError(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button variant="default" leftSection={<IconPrinter size={18} />} loading={isLoading} onClick={() => void print()}>
      {t.print}
    </Button>
  );
}

function SendForm({ params, receipt }: { params: Params; receipt: contract.FiscalReceipt }) {
  const t = useText(text);
  const [to, setTo] = useState(receipt.email ?? receipt.phone ?? '');
  const [isTried, setTried] = useState(false);
  const send = useAction(contract.sendReceipt, { success: t.sent });
  const email = Email.safeParse(to.trim());
  const phone = Phone.safeParse(to.trim());
  const body = email.success ? { email: email.data } : phone.success ? { phone: phone.data } : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (body && !send.isPending) send.mutate({ params, body });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t.sendTo}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={isTried && !body && t.sendBad}
          style={{ flex: 1 }}
          autoComplete="off"
        />
        <Button type="submit" variant="default" leftSection={<IconSend size={18} />} loading={send.isPending}>
          {t.send}
        </Button>
      </Group>
    </form>
  );
}
