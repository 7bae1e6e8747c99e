import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/payouts/contract';
import { recipientProblems } from '@lanka/domain/payouts/rules';
import { ActionIcon, Alert, Button, Group, Modal, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { MoneyInput } from '../kit/form/inputs';
import { CallError } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

interface Draft extends contract.Recipient {
  readonly counterparty_id: string;
  readonly name: string;
  readonly available: number;
  readonly amount: number | null;
}

const FIELDS = ['recipient_name', 'iban', 'code'] as const;
/** As it is typed: spaces of an IBAN are no mistake. */
const tidied = (row: Draft): Draft => ({
  ...row,
  iban: row.iban.replace(/\s/g, '').toUpperCase(),
  code: row.code.trim(),
});

const lacks = (row: Draft): boolean => recipientProblems(tidied(row)).length > 0;

/** Of fifty those that are to be mended would be looked for; where they stand is not changed while one types. */
const lackingFirst = (rows: readonly Draft[]): readonly Draft[] => [
  ...rows.filter(lacks),
  ...rows.filter((row) => !lacks(row)),
];

interface DraftProps {
  candidates: readonly contract.Candidate[];
  close: () => void;
  made: (payout: contract.Payout) => void;
}

/** The register before it is made: how much each gets, to which account. What is missing is mended here, or left out. */
export function PayoutDraft({ candidates, close, made }: DraftProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const [rows, setRows] = useState<readonly Draft[]>(() =>
    lackingFirst(
      candidates.map(({ counterparty_id, name, available, recipient_name, iban, code }) => ({
        ...{ counterparty_id, name, available, recipient_name, iban, code },
        amount: available,
      })),
    ),
  );
  const lacking = rows.filter(lacks);
  const [purpose, setPurpose] = useState('');
  const create = useAction(contract.createPayout, { quiet: true, success: t.made, onSuccess: made });
  const change = (index: number, values: Partial<Draft>) =>
    setRows((known) => known.map((row, at) => (at === index ? { ...row, ...values } : row)));
  // what was refused names rows by their places, which are others then
  const keep = (wanted: (row: Draft) => boolean) => {
    create.reset();
    setRows((known) => known.filter(wanted));
  };
  const total = rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({
      params: { project_id },
      body: {
        rows: rows.map(tidied).map(({ counterparty_id, amount, recipient_name, iban, code }) => ({
          counterparty_id,
          ...(amount === null ? {} : { amount }),
          // what is empty the server names as missing
          ...(recipient_name.trim() ? { recipient_name } : {}),
          ...(iban ? { iban } : {}),
          ...(code ? { code } : {}),
        })),
        ...(purpose.trim() ? { purpose } : {}),
      },
    });
  };
  const refused = new Map(
    create.error instanceof CallError
      ? create.error.details.map(({ path, message }) => [String(path ?? ''), String(message ?? '')])
      : [],
  );
  return (
    <Modal opened onClose={close} title={t.create} size="xl">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {lacking.length > 0 && lacking.length < rows.length && (
            <Alert color="yellow">
              <Group justify="space-between" gap="sm">
                <Text size="sm">{t.lacking(lacking.length)}</Text>
                <Button size="compact-sm" variant="default" onClick={() => keep((row) => !lacks(row))}>
                  {t.leaveOut}
                </Button>
              </Group>
            </Alert>
          )}
          {rows.map((row, index) => (
            <DraftRow
              key={row.counterparty_id}
              row={row}
              refused={(field) => refused.has(`rows.${index}.${field}`)}
              change={(values) => change(index, values)}
              remove={() => keep((one) => one !== row)}
            />
          ))}
          <TextInput
            label={t.purpose}
            description={t.purposeHint}
            value={purpose}
            maxLength={160}
            onChange={(event) => setPurpose(event.currentTarget.value)}
          />
          {create.error && (
            <Alert color="red" role="alert">
              {messageOf(create.error)}
            </Alert>
          )}
          <Group justify="space-between">
            <Text fw={600} role="status">
              {rows.length === 0
                ? candidates.length === 0
                  ? t.nothingFree
                  : t.nothingChosen
                : t.chosen(rows.length, formatMoney(total))}
            </Text>
            <Group gap="sm">
              <Button variant="default" onClick={close}>
                {t.cancel}
              </Button>
              <Button type="submit" loading={create.isPending} disabled={rows.length === 0}>
                {t.create}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface RowProps {
  row: Draft;
  refused: (field: string) => boolean;
  change: (values: Partial<Draft>) => void;
  remove: () => void;
}

function DraftRow({ row, refused, change, remove }: RowProps) {
  const t = useText(text);
  const problems = recipientProblems(tidied(row));
  const [mending, setMending] = useState(problems.length > 0);
  const labels = { recipient_name: t.recipient, iban: t.iban, code: t.code };
  const tooMuch = (row.amount ?? 0) > row.available || (row.amount ?? 0) <= 0;
  return (
    <Paper withBorder p="sm" radius="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600} className="wrap-anywhere">
            {row.name}
          </Text>
          {!mending && (
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {row.recipient_name}, {row.iban}, {row.code}
            </Text>
          )}
        </div>
        <Group gap={6} wrap="nowrap" align="flex-start">
          <MoneyInput
            aria-label={t.amountFor(row.name)}
            value={row.amount}
            onChange={(amount) => change({ amount })}
            w={150}
            error={tooMuch || refused('amount') ? formatMoney(Math.max(0, row.available)) : undefined}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.mendTitle(row.name)}
            onClick={() => setMending(!mending)}
          >
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={`${t.cancel}: ${row.name}`} onClick={remove}>
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {mending && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 3 }} mt="xs">
            {FIELDS.map((field) => (
              <TextInput
                key={field}
                label={labels[field]}
                value={row[field]}
                onChange={(event) => change({ [field]: event.currentTarget.value })}
                error={problems.includes(field) || refused(field) ? t.missing[field] : undefined}
              />
            ))}
          </SimpleGrid>
          <Text size="sm" c="dimmed" mt={4}>
            {t.mendText}
          </Text>
        </>
      )}
    </Paper>
  );
}
