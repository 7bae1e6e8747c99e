import * as contract from '@lanka/domain/reconciliations/contract';
import { Badge, Button } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { Statement } from '../partners';
import { text } from './text';

interface Props {
  act: contract.Act;
  project_id: string;
}

/** The supplier's half, as both sides see it: each line can be disputed by the one who did not build the act. */
export function ActLines({ act, project_id }: Props) {
  const t = useText(text);
  return (
    <Section title={t.lines} flush>
      <Statement
        opening={act.opening}
        closing={act.closing}
        turnover={act}
        rows={act.lines}
        mark={({ disputed }) =>
          disputed && (
            <Badge color="red" variant="light" radius="sm">
              {t.lineDisputed}
            </Badge>
          )
        }
        action={
          act.deeds.includes('dispute')
            ? (line) => <Dispute line={line} act={act} project_id={project_id} />
            : undefined
        }
      />
    </Section>
  );
}

function Dispute({ line, act, project_id }: Props & { line: contract.ActLine }) {
  const t = useText(text);
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
  );
}
