import type { AnyRoute } from '@lanka/domain/kit/route';
import * as contract from '@lanka/domain/static_data/contract';
import { Code, Divider, Group, Stack, Text } from '@mantine/core';
import { DateTime } from '../kit/display/values';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

type Event = contract.StaticDataEvent;

/** What was added, changed and deleted, newest first. */
export function Past() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = usePages<Event>(contract.listStaticDataHistory as unknown as AnyRoute, { params: { project_id } });
  return (
    <Loaded query={list}>
      {(events) =>
        events.length === 0 ? (
          <Text c="dimmed">{t.noHistory}</Text>
        ) : (
          <Stack gap="sm">
            {events.map((event) => (
              <Line key={event.id} event={event} />
            ))}
            <MoreRows list={list} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Line({ event: { kind, before, after, by, by_key, created_at } }: { event: Event }) {
  const t = useText(text);
  const known = after ?? before;
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={600} className="wrap-anywhere">
          {t.kinds[kind]}: {known?.name}
        </Text>
        <Code>{known?.key}</Code>
      </Group>
      <Text size="sm" c="dimmed">
        {by_key ? t.byKey(by) : by} · <DateTime span inherit at={created_at} />
      </Text>
      {kind === 'deleted' && before && (
        <Text size="sm" className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
          {t.was}: {worded(before.content, t.types.picture)}
        </Text>
      )}
      {kind === 'changed' && before && after && <Difference before={before} after={after} />}
      <Divider mt={4} />
    </Stack>
  );
}

function Difference({ before, after }: { before: contract.Told; after: contract.Told }) {
  const t = useText(text);
  const pairs = [
    [before.name, after.name],
    [before.key, after.key],
    [worded(before.content, t.types.picture), worded(after.content, t.otherPicture)],
  ].filter(([was, is], place) => (place === 2 ? !same(before.content, after.content) : was !== is));
  return pairs.map(([was, is]) => (
    <Text key={`${was} ${is}`} size="sm" className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
      {t.was}: {was}
      {'\n'}
      {t.became}: {is}
    </Text>
  ));
}

const same = (a: contract.StoredContent, b: contract.StoredContent): boolean => JSON.stringify(a) === JSON.stringify(b);

/** In one line; of a picture what it shows, or the word for it. */
function worded(content: contract.StoredContent, picture: string): string {
  if (content.type === 'picture') return content.alt ? `${picture}: ${content.alt}` : picture;
  return content.type === 'list' ? content.value.join(', ') : String(content.value);
}
