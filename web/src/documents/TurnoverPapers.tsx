import { issueTurnoverPaper, listTurnoverPapers, type TurnoverPaper } from '@lanka/domain/documents/contract';
import type { TurnoverDocument } from '@lanka/domain/turnover/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { PaperRow } from './PaperRow';
import { text } from './text';
import { useSaving } from './useSaving';

/** The papers of a document of turnover. The first is issued and saved at once; another one stands for a mistaken one. */
export function TurnoverPapers({ document }: { document: TurnoverDocument }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const ask = useConfirm();
  const params = { project_id, id: document.id };
  const papers = useCall(listTurnoverPapers, { params });
  const { save, loading } = useSaving(project_id, 'turnover');
  const issue = useAction(issueTurnoverPaper, { onSuccess: (paper) => void save(paper) });
  const issued = papers.data?.items ?? [];
  const issueAnother = async () => {
    const question = { title: t.replaceTitle, effects: t.replaceEffects, confirmLabel: t.replace };
    if (issued.length === 0 || (await ask(question))) issue.mutate({ params });
  };
  return (
    <Section
      title={t.papers}
      empty={papers.data && issued.length === 0 && t.noPapers}
      action={
        can('turnover.edit') &&
        papers.data && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconFileTypePdf size={16} />}
            loading={issue.isPending || loading}
            onClick={() => void issueAnother()}
          >
            {issued.length === 0 ? t.createPdf : t.replace}
          </Button>
        )
      }
    >
      <Loaded query={papers}>
        {({ items }) => (
          <Stack gap="sm">
            {items.map((paper) => (
              <OnePaper key={paper.id} paper={paper} />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function OnePaper({ paper }: { paper: TurnoverPaper }) {
  const { save, loading } = useSaving(useProjectId(), 'turnover');
  return (
    <PaperRow title={paper.title} loading={loading} save={() => void save(paper)}>
      <Text size="sm" c="dimmed">
        {paper.issued_by} · <DateTime at={paper.created_at} />
      </Text>
    </PaperRow>
  );
}
