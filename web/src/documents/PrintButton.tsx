import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFilePlus, IconPrinter } from '@tabler/icons-react';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { text } from './text';
import { usePapers } from './usePapers';
import { useSaving } from './useSaving';

/** So many papers stand in the menu; the others are on the page. */
const SHOWN = 6;

/** The papers of the order to print, the newest first, and a new one; without any it asks at once which to make. */
export function PrintButton(props: OrderPanelProps) {
  const t = useText(text);
  const { list, mayIssue, issue, dialog } = usePapers(props);
  const { loading, save } = useSaving(props.projectId);
  const papers = (list.data ?? []).slice(0, SHOWN);
  const isNone = papers.length === 0 && !mayIssue;
  if (isNone && (list.data || list.error)) return null;
  const button = (
    <Button
      variant="default"
      leftSection={<IconPrinter size={18} />}
      loading={loading}
      // its place, so that nothing moves when the papers are known
      disabled={isNone}
      {...(papers.length === 0 ? { onClick: issue } : {})}
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
                <Menu.Item leftSection={<IconFilePlus size={16} />} onClick={issue}>
                  {t.create}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog}
    </>
  );
}
