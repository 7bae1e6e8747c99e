import './news.css';
import * as contract from '@lanka/domain/news/contract';
import { Badge, Button, Group, Select, Switch, Text, VisuallyHidden } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { useAction, useCall, usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** `/cp/news` of a dropshipper: what all his suppliers tell. */
export function MyNewsPage() {
  const t = useText(text);
  const suppliers = useSuppliers();
  const state = useListState(contract.listMyNews.query);
  const { project_id, unread } = state.values;
  const list = usePages<contract.MyNewsRow>(contract.listMyNews, { query: { ...state.filters } });
  const read = useAction(contract.readAllMyNews);
  const left = useCall(contract.countUnreadNews, {}, { staleTime: 60_000 }).data?.unread ?? 0;
  const [newest] = list.data ?? [];
  return (
    <Page title={t.title} subtitle={t.mineSubtitle}>
      <Group justify="space-between">
        <Group gap="md">
          {suppliers.length > 1 && (
            <Select
              aria-label={t.supplier}
              placeholder={t.allSuppliers}
              data={suppliers.map(({ id, title }) => ({ value: id, label: title }))}
              value={project_id || null}
              onChange={(next) => state.set({ project_id: next })}
              searchable={suppliers.length > 8}
              clearable
            />
          )}
          <Switch
            label={t.onlyUnread}
            checked={unread === 'true'}
            onChange={({ currentTarget }) => state.set({ unread: currentTarget.checked ? 'true' : null })}
          />
        </Group>
        {!project_id && (
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={left === 0 || !newest}
            loading={read.isPending}
            onClick={() => newest && read.mutate({ body: { until: newest.published_at } })}
          >
            {t.readAll}
          </Button>
        )}
      </Group>
      <Loaded query={list}>
        {(items) =>
          items.length > 0 ? (
            <Section flush>
              <NewsLines items={items} withSupplier />
            </Section>
          ) : unread ? (
            <EmptyState drawing="mail" title={t.allRead} text={t.allReadText} />
          ) : (
            <EmptyState drawing="mail" title={t.mineEmpty} text={t.mineEmptyText} />
          )
        }
      </Loaded>
      <MoreRows list={list} />
    </Page>
  );
}

export function NewsLines({ items, withSupplier }: { items: readonly contract.MyNewsRow[]; withSupplier?: boolean }) {
  const t = useText(text);
  return (
    <ul className="news-list">
      {items.map(({ id, supplier, title, excerpt, unread, published_at, edited_at, has_file }) => (
        <li key={id}>
          <Link to={`/cp/news/${id}?project=${supplier.id}`} className="news-line" data-unread={unread || undefined}>
            {unread && <VisuallyHidden>{t.isNew}: </VisuallyHidden>}
            <Text span className="news-heading wrap-anywhere">
              {title}
            </Text>
            {excerpt && (
              <Text span size="sm" lineClamp={2} className="wrap-anywhere">
                {excerpt}
              </Text>
            )}
            <Group gap="xs" component="span">
              <Text span size="sm" c="dimmed" className="wrap-anywhere">
                {withSupplier && `${supplier.title} · `}
                <DateTime at={published_at} span inherit />
                {edited_at && ` · ${t.edited}`}
              </Text>
              {has_file && (
                <Badge
                  component="span"
                  size="sm"
                  variant="light"
                  color="gray"
                  leftSection={<IconPaperclip size={12} />}
                >
                  {t.file}
                </Badge>
              )}
            </Group>
          </Link>
        </li>
      ))}
    </ul>
  );
}
