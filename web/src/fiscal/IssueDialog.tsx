import * as contract from '@lanka/domain/fiscal/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import type { Order } from '@lanka/domain/orders/contract';
import { Alert, Button, Group, Modal, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { Money } from '../kit/display/values';
import { MoneyInput, PhoneInput } from '../kit/form/inputs';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { ShiftButton } from './ShiftButton';
import { text } from './text';

interface IssueDialogProps {
  projectId: string;
  order: Order;
  title: string;
  offer: contract.OrderReceipts;
  /** For this return instead of the sale. */
  back?: contract.OrderReceipts['returns'][number] | undefined;
  close: () => void;
}

type Paid = 'asPaid' | 'cash' | 'card' | 'both';

/** How the customer has paid, on which register, and where his receipt is sent. A closed register offers to open it. */
export function IssueDialog({ projectId, order, title, offer, back, close }: IssueDialogProps) {
  const t = useText(text);
  const w = useText(words);
  const { can } = useSession();
  const paidId = useId();
  const { seller } = offer;
  const registers = back ? [offer.returns_at].filter((one) => one !== null) : offer.registers;
  const total = back?.total ?? offer.total;
  const [chosen, setChosen] = useState<string | null>(null);
  const [paid, setPaid] = useState<Paid>(back ? 'asPaid' : order.cod ? 'card' : 'cash');
  const [cash, setCash] = useState<number | null>(null);
  const [email, setEmail] = useState(order.customer.email ?? '');
  const [phone, setPhone] = useState('');
  const [isTried, setTried] = useState(false);
  const register = registers.find(({ id }) => id === chosen) ?? registers[0];
  const issue = useAction(contract.issueReceipt, { success: t.issued, quiet: true, onSuccess: close });
  const isCashGood = paid !== 'both' || (Number.isInteger(cash) && (cash ?? 0) > 0 && (cash ?? 0) < total);
  const isOpen = register?.shift === 'opened';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!register || !isOpen || !isCashGood || issue.isPending) return;
    issue.mutate({
      params: { project_id: projectId, id: order.id },
      body: {
        ...paymentsOf(paid, cash ?? 0, total),
        ...(back ? { return_id: back.id } : { cash_register_id: register.id }),
        ...(email.trim() ? { email: email.trim() } : {}),
        ...(phone.trim() ? { phone: phone.trim() } : {}),
      },
    });
  };
  return (
    <Modal opened onClose={close} title={title} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {issue.error && (
            <Alert color="red" role="alert">
              {messageOf(issue.error)}
            </Alert>
          )}
          <Group justify="space-between">
            <div>
              <Text size="sm" c="dimmed">
                {t.sellerIs}
              </Text>
              <Text className="wrap-anywhere">{seller.name}</Text>
            </div>
            <div>
              <Text size="sm" c="dimmed">
                {t.total}
              </Text>
              <Money kopecks={total} fw={600} size="lg" />
            </div>
          </Group>
          {registers.length > 1 && (
            <Select
              label={t.register}
              data={registers.map(({ id, name }) => ({ value: id, label: name }))}
              value={register?.id ?? null}
              onChange={setChosen}
              allowDeselect={false}
            />
          )}
          {!register && <Alert color="yellow">{t.noIssuer}</Alert>}
          {register && !isOpen && (
            <Alert color={register.problem ? 'red' : 'yellow'}>
              <Stack gap="xs" align="flex-start">
                {register.problem && <Text size="sm">{register.problem}</Text>}
                {register.shift === 'opening' ? t.isOpening : can('cash_registers.edit') ? t.mustOpen : t.mustOpenAsk}
                <ShiftButton register={register} />
              </Stack>
            </Alert>
          )}
          <div>
            <Text size="sm" fw={500} id={paidId} mb={4}>
              {back ? t.givenBack : t.paid}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby={paidId}
              value={paid}
              onChange={(value) => setPaid(value as Paid)}
              data={[
                ...(back ? [{ value: 'asPaid', label: t.asPaid }] : []),
                { value: 'cash', label: t.cash },
                { value: 'card', label: t.card },
                ...(back ? [] : [{ value: 'both', label: t.both }]),
              ]}
            />
          </div>
          {paid === 'both' && (
            <MoneyInput
              label={t.cashPart}
              description={t.cardPart(formatMoney(Math.max(0, total - (Number.isInteger(cash) ? (cash ?? 0) : 0))))}
              value={cash}
              onChange={setCash}
              withAsterisk
              error={isTried && !isCashGood && w.required}
            />
          )}
          <TextInput
            label={t.email}
            description={t.optional}
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoComplete="off"
          />
          <PhoneInput label={t.phone} description={t.optional} value={phone} onChange={setPhone} />
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={close} disabled={issue.isPending}>
              {w.cancel}
            </Button>
            <Button type="submit" loading={issue.isPending} disabled={!isOpen}>
              {t.issue}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Nothing for what goes back as it was paid: that is known. */
function paymentsOf(paid: Paid, cash: number, total: number): Pick<contract.IssueBody, 'payments' | 'payment_method'> {
  if (paid === 'asPaid') return {};
  if (paid !== 'both') return { payment_method: paid };
  return {
    payments: [
      { method: 'cash', amount: cash },
      { method: 'card', amount: total - cash },
    ],
  };
}
