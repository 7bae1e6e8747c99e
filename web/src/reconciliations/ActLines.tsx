import * as contract from '@lanka/domain/reconciliations/contract';
import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { Amount, DateOnly } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { purposeNames } from '../partners';
import { text } from './text';

/** The supplier's half, as both sides see it: each line can be disputed by the one who did not build the act. */
export function ActLines({ act, project_id }: { act: contract.Act; project_id: string }) {
  const t = useText(text);
  const mayDispute = act.deeds.includes('dispute');
  const columns = mayDispute ? 5 : 4;
  return (
    <Section title={t.lines} flush>
      <Table.ScrollContainer
        minWidth={mayDispute ? 560 : 440}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t.lines } }}
      >
        <Table horizontalSpacing="md" verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.date}</Table.Th>
              <Table.Th>{t.document}</Table.Th>
              <Table.Th className="cell-right">{t.debit}</Table.Th>
              <Table.Th className="cell-right">{t.credit}</Table.Th>
              {mayDispute && <Table.Th aria-label={t.dispute} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Sums label={t.opening} {...onItsSide(act.opening)} columns={columns} />
            {act.lines.map((line) => (
              <Line key={line.id} line={line} act={act} project_id={project_id} mayDispute={mayDispute} />
            ))}
            <Sums label={t.turnover} debit={act.debit} credit={act.credit} columns={columns} />
            <Sums label={t.closing} {...onItsSide(act.closing)} columns={columns} />
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

interface LineProps {
  line: contract.ActLine;
  act: contract.Act;
  project_id: string;
  mayDispute: boolean;
}

function Line({ line, act, project_id, mayDispute }: LineProps) {
  const t = useText(text);
  const purposes = useText(purposeNames);
  const ask = useConfirm();
  const dispute = useAction(contract.disputeReconciliationLine, { success: t.disputed });
  const onDispute = async () => {
    const answer = await ask({
      title: t.disputeTitle,
      text: line.document,
      reason: { label: t.what, hint: t.disputeHint, required: true },
      confirmLabel: t.dispute,
    });
    const params = { project_id, id: act.id, line: line.id };
    if (answer) dispute.mutate({ params, body: { comment: answer.reason, revision: act.revision } });
  };
  return (
    <Table.Tr>
      <Table.Td>
        <DateOnly date={line.date} />
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          {purposes[line.purpose]}
          {line.disputed && (
            <Badge color="red" variant="light" radius="sm">
              {t.lineDisputed}
            </Badge>
          )}
        </Group>
        {line.comment && (
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {line.comment}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="cell-right figures">{line.debit > 0 && <Amount kopecks={line.debit} />}</Table.Td>
      <Table.Td className="cell-right figures">{line.credit > 0 && <Amount kopecks={line.credit} />}</Table.Td>
      {mayDispute && (
        <Table.Td className="cell-right">
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            loading={dispute.isPending}
            onClick={() => void onDispute()}
            aria-label={`${t.dispute}: ${line.document}`}
          >
            {t.dispute}
          </Button>
        </Table.Td>
      )}
    </Table.Tr>
  );
}

/** A balance on its side: what the counterparty owes is debit, what they have with the supplier credit. */
const onItsSide = (balance: number) => ({
  debit: balance < 0 ? -balance : null,
  credit: balance > 0 ? balance : null,
});

interface SumsProps {
  label: string;
  debit: number | null;
  credit: number | null;
  columns: number;
}

function Sums({ label, debit, credit, columns }: SumsProps) {
  return (
    <Table.Tr fw={600}>
      <Table.Td colSpan={2}>{label}</Table.Td>
      <Table.Td className="cell-right figures">
        <Amount kopecks={debit} />
      </Table.Td>
      <Table.Td className="cell-right figures">
        <Amount kopecks={credit} />
      </Table.Td>
      {columns > 4 && <Table.Td />}
    </Table.Tr>
  );
}
