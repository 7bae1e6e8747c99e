import { listDocuments } from '@lanka/domain/documents/contract';
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import { can } from '@lanka/domain/kit/permissions';
import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFilePlus, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { IssueDialog } from './IssueDialog';
import { text } from './text';
import { useSaving } from './useSaving';

/** So many papers stand in the menu; the others are on the page. */
const SHOWN = 6;

/** The papers of the order to print, the newest first, and a new one; without any it asks at once which to make. */
export function PrintButton({ projectId, role, order }: OrderPanelProps) {
  const t = useText(text);
  const [issuing, setIssuing] = useState(false);
  const { loading, save } = useSaving(projectId);
  const mayIssue = can(role, 'documents.issue');
  const list = useCall(listDocuments, { params: { project_id: projectId, id: order.id }, query: { limit: MAX_LIMIT } });
  const papers = (list.data?.items ?? []).slice(0, SHOWN);
  if (papers.length === 0 && !mayIssue) return null;
  const button = (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} />}
      loading={loading}
      {...(papers.length === 0 ? { onClick: () => setIssuing(true) } : {})}
    >
      {t.print}
    </Button>
  );
  return (
    <>
      {papers.length === 0 ? (
        button
      ) : (
        <Menu position="bottom-start" width={280}>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {papers.map((paper) => (
              <Menu.Item key={paper.id} leftSection={<IconDownload size={16} />} onClick={() => void save(paper)}>
                {paper.title}
              </Menu.Item>
            ))}
            {mayIssue && (
              <>
                <Menu.Divider />
                <Menu.Item leftSection={<IconFilePlus size={16} />} onClick={() => setIssuing(true)}>
                  {t.create}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {mayIssue && (
        <IssueDialog
          projectId={projectId}
          order={order}
          role={role}
          opened={issuing}
          onClose={() => setIssuing(false)}
        />
      )}
    </>
  );
}
