import type { IssuedDocument } from '@lanka/domain/documents/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconFilePlus } from '@tabler/icons-react';
import { Section } from '../kit/display/facts';
import { DateTime, Money } from '../kit/display/values';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { PaperRow } from './PaperRow';
import { text } from './text';
import { usePapers } from './usePapers';
import { useSaving } from './useSaving';

/** The papers issued for an order, and the button that issues another; a part of the order's page. */
export function OrderDocuments(props: OrderPanelProps) {
  const t = useText(text);
  const { list, mayIssue, issuing, issue, dialog } = usePapers(props);
  const { projectId, role } = props;
  return (
    <Section
      title={t.title}
      empty={list.data?.length === 0 && !issuing && (mayIssue ? t.none : t.noneToRead)}
      action={
        mayIssue && (
          <Button variant="default" size="compact-sm" leftSection={<IconFilePlus size={16} />} onClick={issue}>
            {t.create}
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {(papers) => (
          <Stack gap="sm">
            {papers.map((one) => (
              <DocumentRow key={one.id} projectId={projectId} document={one} isClient={role === 'Client'} />
            ))}
            <MoreRows list={list} />
          </Stack>
        )}
      </Loaded>
      {dialog}
    </Section>
  );
}

interface DocumentRowProps {
  projectId: string;
  document: IssuedDocument;
  isClient: boolean;
}

function DocumentRow({ projectId, document, isClient }: DocumentRowProps) {
  const t = useText(text);
  const { loading, save } = useSaving(projectId);
  return (
    <PaperRow title={document.title} loading={loading} save={() => void save(document)}>
      <Text size="sm" c="dimmed">
        <Money kopecks={document.total} /> · {document.buyer_name}
        {isClient && ` · ${t.issuers[document.issuer]}`}
      </Text>
      <Text size="sm" c="dimmed">
        {document.issued_by} · <DateTime at={document.created_at} />
      </Text>
    </PaperRow>
  );
}
