import './news.css';
import type { NewsChange, NewsItem } from '@lanka/domain/news/contract';
import { type ChangeKind, directionOf } from '@lanka/domain/news/rules';
import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Money } from '../kit/display/values';
import { useText } from '../kit/text';
import { LazyMarkdown } from '../projects';
import { text } from './text';

type Content = Pick<NewsItem, 'body' | 'products' | 'changes' | 'more_changes' | 'file'>;
type Cost = NewsChange['cost'];

/** What an item says, the same to both sides but for the prices. */
export function Told({
  item,
  linkTo,
  empty,
}: {
  item: Content;
  linkTo: (product: string) => string;
  /** What is said where there is nothing to show. */
  empty: string;
}) {
  const t = useText(text);
  const { body, products, changes, more_changes, file } = item;
  const isEmpty = body === '' && products.length === 0 && changes.length === 0 && !file;
  return (
    <>
      {isEmpty && <Text c="dimmed">{empty}</Text>}
      {body && (
        <Section>
          <div className="news-body">
            <LazyMarkdown>{body}</LazyMarkdown>
          </div>
        </Section>
      )}
      {changes.length > 0 && <Changes changes={changes} more={more_changes} linkTo={linkTo} />}
      {products.length > 0 && (
        <Section title={t.goods} flush>
          <ul className="news-goods">
            {products.map(({ id, name, thumbnail_url, cost }) => (
              <li key={id}>
                <Thumbnail url={thumbnail_url} size={48} />
                <Anchor component={Link} to={linkTo(id)} className="wrap-anywhere">
                  {name}
                </Anchor>
                <Range cost={cost} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {file && (
        <Section title={t.file}>
          <Anchor href={file.url} download={file.name} className="wrap-anywhere">
            <Group gap="xs" component="span" wrap="nowrap">
              <IconFile size={18} aria-hidden />
              {file.name}
            </Group>
          </Anchor>
        </Section>
      )}
    </>
  );
}

function Range({ cost }: { cost: Cost }) {
  if (!cost) return null;
  return (
    <Text span className="figures nowrap">
      <Money kopecks={cost.from} inherit span />
      {cost.to !== cost.from && (
        <>
          {' – '}
          <Money kopecks={cost.to} inherit span />
        </>
      )}
    </Text>
  );
}

const COLORS = { new: 'blue', came_back: 'green', ran_out: 'gray' } as const;

/** In the order in which one wants to know of it; dearer and cheaper are two. */
const ORDER = ['new', 'came_back', 'down', 'up', 'ran_out'] as const;
const placeOf = (change: NewsChange): (typeof ORDER)[number] =>
  change.kind === 'price' ? (directionOf(change) ?? 'up') : change.kind;

function Changes({
  changes,
  more,
  linkTo,
}: {
  changes: readonly NewsChange[];
  more: number;
  linkTo: (product: string) => string;
}) {
  const t = useText(text);
  return (
    <>
      {ORDER.map((place) => {
        const some = changes.filter((change) => placeOf(change) === place);
        if (some.length === 0) return null;
        return (
          <Section key={place} title={`${t.places[place]}: ${some.length}`} flush>
            <ul className="news-goods">
              {some.map(({ product_id, name, shown, cost, cost_before, kind }) => (
                <li key={product_id}>
                  {shown ? (
                    <Anchor component={Link} to={linkTo(product_id)} className="wrap-anywhere">
                      {name}
                    </Anchor>
                  ) : (
                    <Text span c="dimmed" className="wrap-anywhere">
                      {name}
                    </Text>
                  )}
                  <Group gap="xs" component="span" wrap="nowrap">
                    {cost_before && (
                      <Text span c="dimmed" td="line-through">
                        <Range cost={cost_before} />
                      </Text>
                    )}
                    <Range cost={cost} />
                    <KindBadge kind={kind} place={place} />
                  </Group>
                </li>
              ))}
            </ul>
          </Section>
        );
      })}
      {more > 0 && (
        <Stack>
          <Text c="dimmed">{t.more(more)}</Text>
        </Stack>
      )}
    </>
  );
}

function KindBadge({ kind, place }: { kind: ChangeKind; place: (typeof ORDER)[number] }) {
  const t = useText(text);
  const color = kind === 'price' ? (place === 'down' ? 'green' : 'orange') : COLORS[kind];
  return (
    <Badge component="span" variant="light" radius="sm" color={color} visibleFrom="xs" flex="none">
      {t.marks[place]}
    </Badge>
  );
}
