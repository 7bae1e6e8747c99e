import * as contract from '@lanka/domain/outfeeds/contract';
import { marketOf } from '@lanka/domain/outfeeds/markets';
import { Alert, Anchor, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import { IconArrowsExchange, IconRefresh, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CopyButton, KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { FormBar } from '../kit/form/Form';
import { useEntityForm } from '../kit/form/useEntityForm';
import { formatSize } from '../kit/format';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { ActionButton, Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { FeedFields } from './FeedFields';
import { FeedForm, toForm } from './form';
import { Problems } from './Preview';
import { partnerText } from './partner-text';
import { useIsDropshipper } from './side';
import { feedState, text } from './text';

/** While the file is being made it is asked again and again. */
const POLL_MS = 2_000;

/** `/cp/feeds/:id`: address, check, who fetched it, and its settings. */
export function FeedPage() {
  return useIsDropshipper() ? <Mine /> : <OfProject />;
}

const isWaiting = (feed: contract.FeedDetails | undefined): number | false =>
  feed?.state === 'building' ? POLL_MS : false;

function OfProject() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const { can } = useSession();
  const params = { project_id, id };
  const feed = useCall(contract.readFeed, { params }, { refetchInterval: isWaiting });
  const update = useAction(contract.updateFeed, { quiet: true });
  const { renew, remove } = useDeeds(contract.renewFeed, contract.deleteFeed);
  return (
    <Shown
      query={feed}
      isMine={false}
      mayEdit={can('outfeeds.edit')}
      save={(body, if_match) => update.mutateAsync({ params, body, if_match })}
      renew={() => renew.mutate({ params })}
      remove={() => remove.mutate({ params })}
    />
  );
}

function Mine() {
  const { id = '' } = useParams();
  const params = { id };
  const feed = useCall(contract.readMyFeed, { params }, { refetchInterval: isWaiting });
  const update = useAction(contract.updateMyFeed, { quiet: true });
  const { renew, remove } = useDeeds(contract.renewMyFeed, contract.deleteMyFeed);
  return (
    <Shown
      query={feed}
      isMine
      mayEdit
      save={(body, if_match) => update.mutateAsync({ params, body, if_match })}
      renew={() => renew.mutate({ params })}
      remove={() => remove.mutate({ params })}
    />
  );
}

function useDeeds<
  R extends typeof contract.renewFeed | typeof contract.renewMyFeed,
  D extends typeof contract.deleteFeed | typeof contract.deleteMyFeed,
>(renewing: R, removing: D) {
  const t = useText(text);
  const navigate = useNavigate();
  return {
    renew: useAction(renewing, { success: t.renewed }),
    remove: useAction(removing, {
      success: t.deleted,
      onSuccess: () => navigate('/cp/feeds', { replace: true }),
    }),
  };
}

interface ShownProps extends Deeds {
  query: Parameters<typeof Loaded<contract.FeedDetails>>[0]['query'];
}

interface Deeds {
  isMine: boolean;
  mayEdit: boolean;
  save: (body: contract.UpdateFeedBody, if_match: number | undefined) => Promise<contract.FeedDetails>;
  renew: () => void;
  remove: () => void;
}

function Shown({ query, ...deeds }: ShownProps) {
  const t = useText(text);
  const feed = query.data as contract.FeedDetails | undefined;
  if (!feed)
    return (
      <Page title={t.title} crumbs={crumbs(t.title)}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return <Known key={feed.id} feed={feed} {...deeds} />;
}

const crumbs = (label: string) => [{ to: '/cp/feeds', label }];

function Known({ feed, isMine, mayEdit, save, renew, remove }: Deeds & { feed: contract.FeedDetails }) {
  const t = useText(text);
  const confirm = useConfirm();
  const isOwn = isMine || feed.owner === null;
  const isOpen = feed.state === 'building' || feed.state === 'ready';
  const edits = isOwn && mayEdit;
  const onRenew = async () => {
    const question = { title: t.renewTitle, effects: t.renewEffects, confirmLabel: t.renew, danger: true };
    if (await confirm(question)) renew();
  };
  const onDelete = async () => {
    const question = {
      ...{ title: t.deleteTitle(feed.name), effects: t.deleteEffects, confirmLabel: t.delete },
      ...{ irreversible: true, danger: true },
    };
    if (await confirm(question)) remove();
  };
  const mapping = marketOf(feed.format) && isOpen ? `/cp/feeds/${feed.id}/mapping` : null;
  const menu = [
    { label: t.renew, icon: IconRefresh, onClick: () => void onRenew(), hidden: !edits || !isOpen },
    { label: t.delete, icon: IconTrash, onClick: () => void onDelete(), danger: true, hidden: !edits },
  ];
  const projectId = isMine ? feed.project_id : null;
  return (
    <Page
      title={feed.name}
      crumbs={crumbs(t.title)}
      status={<StatusBadge table={feedState} value={feed.state} />}
      subtitle={feed.owner && !isMine ? t.of(feed.owner.name) : isMine ? feed.project_title : undefined}
      menu={menu}
      secondary={
        edits && mapping ? (
          <ActionButton label={t.mapping} to={mapping} icon={IconArrowsExchange} variant="default" />
        ) : undefined
      }
      side={<Facts feed={feed} />}
    >
      <Note feed={feed} isOwn={isOwn} />
      {feed.address && isOpen && <Address address={feed.address} isPartner={feed.format === 'partner'} />}
      {feed.built_at && (
        <Section title={t.problems}>
          <Problems
            problems={feed.problems}
            projectId={projectId}
            isOwn={isOwn}
            {...(edits && mapping ? { mapping } : {})}
          />
        </Section>
      )}
      <Fetches fetches={feed.fetches} />
      {edits && isOpen && <Settings feed={feed} isMine={isMine} save={save} />}
    </Page>
  );
}

function Note({ feed, isOwn }: { feed: contract.FeedDetails; isOwn: boolean }): ReactNode {
  const t = useText(text);
  if (!isOwn) return <Text c="dimmed">{t.ofHint}</Text>;
  if (feed.state === 'closing') return <Alert color="orange">{t.closingNote}</Alert>;
  return feed.state === 'gone' ? <Alert color="red">{t.goneNote}</Alert> : null;
}

function Address({ address, isPartner }: { address: string; isPartner: boolean }) {
  const t = useText(text);
  const ofPartners = useText(partnerText);
  return (
    <Section title={t.address}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code className="wrap-anywhere">{address}</Code>
          <CopyButton value={address} label={t.copyAddress} />
        </Group>
        <Text size="sm" c="dimmed">
          {isPartner ? ofPartners.address : t.addressHint}
        </Text>
        <Anchor href={new URL(address).pathname} target="_blank" rel="noreferrer" size="sm">
          {t.open}
        </Anchor>
      </Stack>
    </Section>
  );
}

function Facts({ feed }: { feed: contract.FeedDetails }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <KeyFacts
      facts={[
        { label: t.format, value: t.formatOf(feed.format) },
        { label: t.offers, value: <Count value={feed.offers} /> },
        { label: t.available, value: <Count value={feed.available} /> },
        { label: t.leftOut, value: <Count value={feed.left_out} />, hidden: feed.left_out === 0 },
        { label: t.size, value: formatSize(feed.bytes, locale), hidden: feed.bytes === 0 },
        { label: t.builtAt, value: feed.built_at ? <DateTime at={feed.built_at} /> : t.notBuilt },
        { label: t.lastFetch, value: feed.last_fetch ? <DateTime at={feed.last_fetch.at} /> : t.never },
      ]}
    />
  );
}

/** The last of them; the others by a press. */
const FIRST_FETCHES = 5;

function Fetches({ fetches }: { fetches: readonly contract.Fetch[] }) {
  const t = useText(text);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? fetches : fetches.slice(0, FIRST_FETCHES);
  return (
    <Section title={t.fetches} {...(fetches.length === 0 ? { empty: t.never } : {})}>
      <Table>
        <Table.Tbody>
          {shown.map(({ id, at, agent, address, status }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Text className="wrap-anywhere">{agent || t.noAgent}</Text>
                <Text size="sm" c="dimmed" className="wrap-anywhere">
                  {address}
                </Text>
              </Table.Td>
              <Table.Td ta="right">
                <DateTime at={at} />
                <Text size="sm" c="dimmed">
                  {t.results(status)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shown.length < fetches.length && (
        <Button variant="subtle" mt="xs" onClick={() => setWhole(true)}>
          {t.moreFetches(fetches.length - shown.length)}
        </Button>
      )}
    </Section>
  );
}

function Settings({ feed, isMine, save }: Pick<Deeds, 'isMine' | 'save'> & { feed: contract.FeedDetails }) {
  const t = useText(text);
  const project_id = useProjectId();
  const form = useEntityForm({
    schema: FeedForm,
    initial: feed,
    fromEntity: toForm,
    version: feed.version,
    success: t.saved,
    submit: ({ changed: { project_id: _, ...body }, version }) => save(body as contract.UpdateFeedBody, version),
  });
  return (
    <FeedFields form={form} projectId={isMine ? feed.project_id : project_id} isMine={isMine} foot={<FormBar />} />
  );
}
