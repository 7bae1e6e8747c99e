import { type IssuedDocument, listDocuments } from '@lanka/domain/documents/contract';
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import { can } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import { ActionIcon, Button, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { DateTime, Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { IssueDialog, type OrderForDocuments } from './IssueDialog';
import { text } from './text';
import { useSaving } from './useSaving';

interface OrderDocumentsProps {
  /** The project of the order: in the dropshipping workspace it is the supplier's. */
  projectId: string;
  /** The asker's role in that project. */
  role: Role;
  order: OrderForDocuments;
}

/** The papers issued for an order, and the button that issues another; a part of the order's page. */
export function OrderDocuments({ projectId, role, order }: OrderDocumentsProps) {
  const t = useText(text);
  const [issuing, setIssuing] = useState(false);
  const mayIssue = can(role, 'documents.issue');
  const list = useCall(listDocuments, {
    params: { project_id: projectId, id: order.id },
    query: { limit: MAX_LIMIT },
  });
  return (
    <Section
      title={t.title}
      empty={list.data?.items.length === 0 && !issuing && (mayIssue ? t.none : t.noneToRead)}
      action={
        mayIssue && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFilePlus size={16} />}
            onClick={() => setIssuing(true)}
          >
            {t.create}
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {({ items, next_cursor }) => (
          <Stack gap="sm">
            {items.map((one) => (
              <DocumentRow key={one.id} projectId={projectId} document={one} isClient={role === 'Client'} />
            ))}
            {next_cursor && (
              <Text size="sm" c="dimmed">
                {t.earlier}
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
      {mayIssue && (
        <IssueDialog
          projectId={projectId}
          order={order}
          role={role}
          opened={issuing}
          onClose={() => setIssuing(false)}
        />
      )}
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
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text fw={500}>{document.title}</Text>
        <Text size="sm" c="dimmed">
          <Money kopecks={document.total} /> · {document.buyer_name}
          {isClient && ` · ${t.issuers[document.issuer]}`}
        </Text>
        <Text size="sm" c="dimmed">
          {document.issued_by} · <DateTime at={document.created_at} />
        </Text>
      </div>
      <Tooltip label={t.download(document.title)}>
        <ActionIcon
          variant="default"
          size="lg"
          loading={loading}
          onClick={() => void save(document)}
          aria-label={t.download(document.title)}
        >
          <IconDownload size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
