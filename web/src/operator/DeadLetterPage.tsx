import * as contract from '@lanka/domain/operator/contract';
import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useNavigate, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { Count, DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { Deeds, OnlyStaff, ROOT, Words } from './parts';
import { text, useJobName } from './text';

/** `/cp/operator/jobs/:id`: what failed and at what; run it again or discard it. */
export const DeadLetterPage = () => (
  <OnlyStaff>
    <DeadLetter />
  </OnlyStaff>
);

function DeadLetter() {
  const { id = '' } = useParams();
  const letter = useCall(contract.readDeadLetter, { params: { id } });
  return <Loaded query={letter}>{(data) => <Shown letter={data} />}</Loaded>;
}

function Shown({ letter }: { letter: contract.DeadLetterDetails }) {
  const t = useText(text);
  const jobName = useJobName();
  const { replay, discard, isPending } = useDecision(letter);
  return (
    <Page
      title={jobName(letter.job)}
      crumbs={[{ to: `${ROOT}/jobs`, label: t.jobs }]}
      action={{ label: t.replay, icon: IconRefresh, loading: isPending, onClick: replay }}
      secondary={
        <Button variant="default" loading={isPending} onClick={() => void discard()}>
          {t.discard}
        </Button>
      }
      side={
        <KeyFacts
          facts={[
            { label: t.jobCode, value: letter.job },
            { label: t.attempts, value: <Count value={letter.attempts} /> },
            { label: t.jobSent, value: <DateTime at={letter.created_at} /> },
            { label: t.gaveUp, value: <DateTime at={letter.failed_at} /> },
            { label: t.requestId, value: <Words>{letter.request_id ?? ''}</Words>, hidden: !letter.request_id },
          ]}
        />
      }
    >
      <Section title={t.lastError}>
        {letter.error ? <Words>{letter.error}</Words> : <Text c="dimmed">{t.noError}</Text>}
      </Section>
      <Section title={t.jobData}>
        <Text
          component="pre"
          ff="monospace"
          size="sm"
          m={0}
          className="wrap-anywhere"
          style={{ whiteSpace: 'pre-wrap' }}
        >
          {JSON.stringify(letter.data, null, 2)}
        </Text>
        <Text size="sm" c="dimmed" mt="xs">
          {t.jobDataHint}
        </Text>
      </Section>
      <Deeds subjectId={letter.id} />
    </Page>
  );
}

/** Afterwards it is not here any more: back to the list. */
function useDecision({ id, job }: contract.DeadLetterDetails) {
  const t = useText(text);
  const jobName = useJobName();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const back = { onSuccess: () => void navigate(`${ROOT}/jobs`) };
  const replay = useAction(contract.replayDeadLetter, { success: t.jobReplayed });
  const discard = useAction(contract.discardDeadLetter, { success: t.jobDiscarded });
  return {
    isPending: replay.isPending || discard.isPending,
    replay: () => replay.mutate({ params: { id } }, back),
    discard: async () => {
      const answer = await confirm({
        title: t.discardTitle(jobName(job)),
        effects: t.discardEffects,
        irreversible: true,
        reason: { label: t.discardReason, required: true },
        confirmLabel: t.discard,
        danger: true,
      });
      if (answer) discard.mutate({ params: { id }, body: { reason: answer.reason } }, back);
    },
  };
}
