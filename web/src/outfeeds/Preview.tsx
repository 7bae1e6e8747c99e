import type { FeedProblem, FeedProblemCode } from '@lanka/domain/outfeeds/checks';
import * as contract from '@lanka/domain/outfeeds/contract';
import { Anchor, Group, List, Stack, Table, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Money } from '../kit/display/values';
import { emptyAsMissing } from '../kit/form/values';
import { call } from '../kit/http/call';
import { FailedState, LinesSkeleton } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { FeedForm } from './form';
import { text } from './text';

const TYPING_MS = 400;

interface PreviewProps {
  values: unknown;
  projectId: string | null;
  isMine: boolean;
}

/** The first offers with the settings as they stand in the form, and what is wrong with them. */
export function Preview({ values, projectId, isMine }: PreviewProps) {
  const t = useText(text);
  const here = useProjectId();
  // a feed that has no name yet is looked at too
  const read = FeedForm.safeParse(emptyAsMissing(FeedForm, { ...(values as object), name: '-' }));
  const now = read.success && projectId !== null ? JSON.stringify({ ...read.data, project_id: projectId }) : '';
  const [asked] = useDebouncedValue(now, TYPING_MS);
  const preview = useQuery({
    queryKey: ['feed-preview', asked],
    queryFn: ({ signal }) => {
      const {
        name: _,
        project_id,
        ...settings
      } = JSON.parse(asked) as contract.CreateFeedBody & { project_id: string };
      return isMine
        ? call(contract.previewMyFeed, { body: { ...settings, project_id }, signal })
        : call(contract.previewFeed, { params: { project_id: here }, body: settings, signal });
    },
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const waits = projectId === null ? t.previewWaits : read.success ? null : t.previewBad;
  return (
    <Section title={t.preview} {...(waits ? { empty: waits } : {})}>
      {preview.error ? (
        <FailedState error={preview.error} retry={() => void preview.refetch()} />
      ) : preview.data ? (
        <Stack gap="md" aria-busy={preview.isFetching || now !== asked}>
          <Text size="sm" c="dimmed">
            {t.previewOf(contract.PREVIEWED_PRODUCTS)}
          </Text>
          {preview.data.offers.length === 0 ? <Text>{t.previewEmpty}</Text> : <Offers offers={preview.data.offers} />}
          <Problems problems={preview.data.problems} projectId={isMine ? projectId : null} />
        </Stack>
      ) : (
        <LinesSkeleton lines={4} />
      )}
    </Section>
  );
}

function Offers({ offers }: { offers: readonly contract.PreviewedOffer[] }) {
  const t = useText(text);
  const stockOf = ({ available, stock }: contract.PreviewedOffer) =>
    available ? (stock === null ? t.stockUntold : t.stock(stock)) : t.soldOut;
  return (
    <Table verticalSpacing="xs">
      <Table.Tbody>
        {offers.map((offer, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same goods stand in several rows, and none is moved
          <Table.Tr key={at}>
            <Table.Td>
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <Thumbnail url={offer.image} />
                <div>
                  <Text className="wrap-anywhere">{offer.name}</Text>
                  <Text size="sm" c="dimmed" className="wrap-anywhere">
                    {[offer.sku, offer.category].filter(Boolean).join(' · ')}
                  </Text>
                </div>
              </Group>
            </Table.Td>
            <Table.Td ta="right">
              <Money kopecks={offer.price} />
              {offer.base !== null && (
                <Text size="sm">
                  {t.youPay} <Money kopecks={offer.base} />
                </Text>
              )}
              <Text size="sm" c="dimmed">
                {stockOf(offer)}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const UNMAPPED: ReadonlySet<string> = new Set(['category_unmapped', 'param_unmapped']);

/** What a dropshipper says himself of goods that he sells as his own; the rest is the supplier's. */
const MENDED_BY_HIMSELF = new Set<FeedProblemCode>([
  ...(['price_missing', 'photo_missing', 'description_missing', 'name_too_long', 'sku_too_long'] as const),
  ...(['photos_cut', 'below_purchase', 'other_language'] as const),
]);

/** What a marketplace will refuse, each with the goods to mend. `projectId`: of the supplier's, in a dropshipper's workspace. */
export function Problems({
  problems,
  projectId,
  isOwn = true,
  mapping,
}: {
  problems: readonly contract.FeedDetails['problems'][number][];
  projectId: string | null;
  /** Who looks can mend the feed itself. */
  isOwn?: boolean;
  /** Where what the marketplace calls things is kept. */
  mapping?: string;
}) {
  const t = useText(text);
  if (problems.length === 0) return <Text c="dimmed">{t.noProblems}</Text>;
  const linkTo = (code: FeedProblemCode, { product_id, own_id }: FeedProblem['examples'][number]) => {
    if (own_id && MENDED_BY_HIMSELF.has(code)) return `/cp/my-goods/${own_id}`;
    return projectId ? `/cp/products/${product_id}?project=${projectId}` : `/cp/products/${product_id}`;
  };
  return (
    <List spacing="sm">
      {problems.map(({ code, count, allowed, examples }) => (
        <List.Item key={code}>
          {t.problem[code](allowed)}
          {isOwn && code === 'link_missing' && `. ${t.linkWhere}`}{' '}
          <Text span c="dimmed">
            {t.problemCount(count)}
          </Text>
          {mapping && UNMAPPED.has(code) && (
            <Anchor component={Link} to={mapping} inherit ml="xs">
              {t.map}
            </Anchor>
          )}
          {code !== 'sheet_full' && (
            <Text size="sm" component="div">
              {examples.slice(0, 5).map((one) => (
                <Anchor
                  key={one.product_id}
                  component={Link}
                  to={linkTo(code, one)}
                  className="wrap-anywhere"
                  mr="sm"
                  inherit
                >
                  {one.name}
                </Anchor>
              ))}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  );
}
