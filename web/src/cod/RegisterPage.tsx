import * as contract from '@lanka/domain/cod/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import { Anchor, Button, Checkbox, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, RadioField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { operatorNames, orderPath } from '../orders';
import { CounterpartyLink } from '../partners';
import { text } from './text';

/** A register of a carrier: its rows, and whether his money has come. */
export function RegisterPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const { can } = useSession();
  const [isReceiving, setReceiving] = useState(false);
  const register = useCall(contract.readRegister, { params: { project_id, id } });
  const { data } = register;
  const mayReceive = data && can('cod.settle') && data.received_on === null && data.rows > 0;
  return (
    <Page
      title={data ? t.registerOf(data.number) : t.title}
      crumbs={[
        { to: '/cp/cod', label: t.title },
        { to: '/cp/cod/registers', label: t.registers },
      ]}
      action={mayReceive && { label: t.receive, icon: IconCash, onClick: () => setReceiving(true) }}
      side={data && <Facts register={data} />}
    >
      <Loaded query={register}>{(known) => <Rows register={known} />}</Loaded>
      {data && isReceiving && <Receive register={data} close={() => setReceiving(false)} />}
    </Page>
  );
}

function Facts({ register }: { register: contract.CodRegister }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { received_on, received_to } = register;
  return (
    <KeyFacts
      facts={[
        { label: t.carrier, value: operatorNames[locale][register.carrier] },
        { label: t.number, value: <span className="wrap-anywhere">{register.carrier_number}</span> },
        { label: t.date, value: <DateOnly date={register.date} /> },
        { label: t.collected, value: <Money kopecks={register.total} /> },
        { label: t.kept, value: <Money kopecks={register.fee} /> },
        { label: t.net, value: <Money kopecks={register.total - register.fee} fw={600} /> },
        {
          label: t.money,
          value: received_on ? (
            <>
              <DateOnly date={received_on} />
              {received_to && <Aside>{t.accounts[received_to]}</Aside>}
            </>
          ) : register.rows === 0 ? (
            t.reversedWhole
          ) : (
            t.notReceived
          ),
        },
        { label: t.author, value: register.created_by.name },
      ]}
    />
  );
}

const Receipt = contract.receiveRegister.body;

function Receive({ register, close }: { register: contract.CodRegister; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const today = kyivDate(new Date());
  const receive = useAction(contract.receiveRegister, { quiet: true, success: t.receive });
  const form = useEntityForm({
    schema: Receipt,
    initial: { date: today, account: 'bank' },
    guard: false,
    submit: ({ values }) => receive.mutateAsync({ params: { project_id, id: register.id }, body: values }),
    onSaved: close,
  });
  return (
    <Modal opened onClose={close} title={t.receive} centered>
      <Form form={form}>
        <Text>{t.receiveText(formatMoney(register.total - register.fee))}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <DateField {...form.field('date')} label={t.receivedOn} min={register.date} max={today} required />
          <RadioField
            {...form.field('account')}
            label={t.account}
            required
            options={(['bank', 'cash'] as const).map((value) => ({ value, label: t.accounts[value] }))}
          />
        </SimpleGrid>
        <SubmitButton back={close}>{t.receive}</SubmitButton>
      </Form>
    </Modal>
  );
}

const sumOf = (rows: readonly contract.CodRow[]): number => rows.reduce((sum, { amount }) => sum + amount, 0);
const nameOf = ({ order_prefix, order_number, parcel }: contract.CodRow): string =>
  `${order_prefix}${order_number}${parcel === null ? '' : `/${parcel}`}`;

function Rows({ register }: { register: contract.CodRegister }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const ask = useConfirm();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const reverse = useAction(contract.reverseRows, { success: t.reversed });
  const live = register.items.filter(({ reversed_at }) => reversed_at === null);
  const rows = live.filter(({ id }) => chosen.has(id));
  const mayReverse = can('cod.settle') && live.length > 0;
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const takeBack = async () => {
    const answer = await ask({
      title: t.reverseTitle,
      effects: [t.reverseEffect(rows.length, formatMoney(sumOf(rows)))],
      reason: { label: t.reason, required: true },
      confirmLabel: t.reverse,
      danger: true,
    });
    if (!answer) return;
    const body = { row_ids: rows.map(({ id }) => id), comment: answer.reason };
    reverse.mutate({ params: { project_id, id: register.id }, body });
    setChosen(new Set());
  };
  return (
    <Section
      title={t.orders}
      action={
        mayReverse && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconArrowBackUp size={16} />}
            disabled={rows.length === 0}
            loading={reverse.isPending}
            onClick={() => void takeBack()}
          >
            {t.reverse}
          </Button>
        )
      }
    >
      <Stack gap="sm">
        {mayReverse && (
          <Checkbox
            label={t.chosen(rows.length, formatMoney(sumOf(rows)))}
            checked={rows.length === live.length}
            indeterminate={rows.length > 0 && rows.length < live.length}
            onChange={() => setChosen(new Set(rows.length === live.length ? [] : live.map(({ id }) => id)))}
          />
        )}
        {register.items.map((row) => (
          <Group key={row.id} gap="sm" wrap="nowrap" align="flex-start">
            {mayReverse && (
              <Checkbox
                aria-label={t.choose(nameOf(row))}
                checked={chosen.has(row.id)}
                disabled={row.reversed_at !== null}
                onChange={({ currentTarget: { checked } }) => choose(row.id, checked)}
                mt={4}
              />
            )}
            <Settled row={row} />
          </Group>
        ))}
      </Stack>
    </Section>
  );
}

function Settled({ row }: { row: contract.CodRow }) {
  const t = useText(text);
  return (
    <div style={{ flex: 1, minWidth: 0 }}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text fw={500} component="div" className="wrap-anywhere">
          <Anchor component={Link} to={orderPath(row.order_id, null)} inherit>
            № {row.order_prefix}
            {row.order_number}
          </Anchor>{' '}
          <CounterpartyLink id={row.counterparty_id} name={row.counterparty_name} />
        </Text>
        <Text fw={600} component="div" ta="right" {...(row.reversed_at ? { td: 'line-through' } : {})}>
          <Money kopecks={row.amount} className="figures nowrap" />
        </Text>
      </Group>
      <Text size="sm" c="dimmed" component="div" className="wrap-anywhere">
        {row.parcel !== null && `${t.parcel(row.parcel)}, `}
        {row.ttn && `${row.ttn}, `}
        {t.fee.toLowerCase()} <Money kopecks={row.fee} />
        {row.amount !== row.expected && `, ${t.expected(formatMoney(row.expected))}`}
        {row.fee !== row.expected_fee && `, ${t.fee.toLowerCase()}: ${t.expected(formatMoney(row.expected_fee))}`}
      </Text>
      {row.reversed_at && (
        <Text size="sm" component="div" className="wrap-anywhere">
          <b>{t.reversedRow}</b> <DateTime at={row.reversed_at} />, {row.reversed_by?.name}: {row.reason}
        </Text>
      )}
    </div>
  );
}
