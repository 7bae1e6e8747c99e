import { listMyNews } from '@lanka/domain/news/contract';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { NewsLines } from './MyNewsPage';
import { text } from './text';

const SHOWN = 3;

/** The newest of one supplier, on his card. */
export function OfSupplier({ projectId }: { projectId: string }) {
  const t = useText(text);
  const items = useCall(listMyNews, { query: { project_id: projectId, limit: SHOWN } }).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Section
      title={t.title}
      flush
      action={
        <Anchor component={Link} to={`/cp/news?project_id=${projectId}`} size="sm">
          {t.allNews}
        </Anchor>
      }
    >
      <NewsLines items={items} />
    </Section>
  );
}
