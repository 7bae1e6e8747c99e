import * as contract from '@lanka/domain/card_payments/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { text } from './text';

const POLL_MS = 2_000;

const waits = (payment: contract.SupplierCardPayment | undefined): boolean =>
  payment?.state === 'open' || payment?.state === 'processing';

/** Where the bank leads back to: what it says of the payment is asked, never believed of the address. */
export function ReturnPage() {
  const t = useText(text);
  const { project = '', id = '' } = useParams();
  const params = { project_id: project, id };
  const known = useCall(contract.readCardPayment, { params });
  const payment = useCall(
    contract.readCardPayment,
    { params },
    { refetchInterval: waits(known.data) ? POLL_MS : false },
  );
  const { mutate: check } = useAction(contract.checkCardPayment, { quiet: true });
  useEffect(() => check({ params: { project_id: project, id } }), [check, project, id]);
  return (
    <Page narrow title={t.title}>
      <Loaded query={payment}>{(data) => <Outcome payment={data} />}</Loaded>
    </Page>
  );
}

function Outcome({ payment }: { payment: contract.SupplierCardPayment }) {
  const t = useText(text);
  const { state, amount, order, page_url, failure, problem } = payment;
  return (
    <Stack gap="md">
      {waits(payment) && !problem && (
        <Group role="status">
          <Loader size="sm" />
          <Text>{t.checking}</Text>
        </Group>
      )}
      {waits(payment) && !problem && <Text c="dimmed">{t.checkingText}</Text>}
      {problem && <Alert color="yellow">{t.lookedAt}</Alert>}
      {state === 'paid' && <Alert color="green">{t.paidText(formatMoney(amount))}</Alert>}
      {state === 'failed' && !problem && (
        <Alert color="red">{[t.failedText, failure].filter(Boolean).join('. ')}</Alert>
      )}
      {(state === 'expired' || state === 'canceled') && !problem && <Alert color="yellow">{t.expiredText}</Alert>}
      <Group>
        {page_url && state !== 'processing' && (
          <Button component="a" href={page_url}>
            {state === 'failed' ? t.again : t.toBank}
          </Button>
        )}
        <Button variant="default" component={Link} to={order ? `/cp/orders/${order.id}` : '/cp/payments'}>
          {order ? t.toOrder : t.toWallet}
        </Button>
      </Group>
    </Stack>
  );
}
