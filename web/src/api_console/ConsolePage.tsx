import {
  isSevere,
  type PartRead,
  type Trouble,
  troubleId,
  troublesOf,
  verdictOf,
} from '@lanka/domain/api_console/rules';
import type { ApiLimits } from '@lanka/domain/api_keys/contract';
import { MOST_BEHIND } from '@lanka/domain/changes/contract';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiTabs, keyState, Limits } from '../api_keys';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime, useNow } from '../kit/display/values';
import { formatCount, formatCountTo } from '../kit/format';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { feedState } from '../outfeeds';
import { hostOf, webhookState } from '../webhooks';
import { CallsSection } from './CallsSection';
import { type Part, type Parts, useConnections } from './calls';
import { text } from './text';

const KEYS = '/cp/integrations/api/keys';
const WEBHOOKS = '/cp/integrations/api/webhooks';
const FEEDS = '/cp/feeds';

/** `/cp/integrations/api/console`: everything that is connected, whether it works, and how what does not is mended. */
export function ConsolePage() {
  const t = useText(text);
  const { limits, parts } = useConnections();
  return (
    <Page title={t.title} subtitle={t.subtitle} narrow>
      <ApiTabs />
      <Loaded query={limits}>
        {(known) => (
          <Stack gap="md">
            {known.allowed && <Troubles limits={known} parts={parts} />}
            <Limits limits={known} />
            {known.allowed && <CallsSection days={parts.days} keys={parts.keys.read ?? []} />}
            <Keys parts={parts} />
            <Webhooks parts={parts} />
            <Feeds parts={parts} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Troubles({ limits, parts }: { limits: ApiLimits; parts: Parts }) {
  const { keys, days, readers, webhooks, feeds } = parts;
  const known = {
    ...{ limits, keys: keys.read, failures: days.read?.failures ?? null, readers: readers.read },
    ...{ webhooks: webhooks.read, feeds: feeds.read },
  };
  const t = useText(text);
  const troubles = troublesOf(known, useNow());
  return (
    <>
      {troubles.length > 0 && (
        <Section title={t.attention}>
          <Stack gap="xs">
            {troubles.map((trouble) => (
              <TroubleAlert key={troubleId(trouble)} of={trouble} />
            ))}
          </Stack>
        </Section>
      )}
      <Verdict parts={parts} isWell={troubles.length === 0} />
    </>
  );
}

const NAMES = ['keys', 'days', 'readers', 'webhooks', 'feeds'] as const;

/** That all is well is said of what was read, and nothing of the rest but why. */
function Verdict({ parts, isWell }: { parts: Parts; isWell: boolean }) {
  const t = useText(text);
  const verdict = verdictOf(NAMES.map((name) => parts[name]));
  const named = (which: (part: PartRead) => boolean): string =>
    NAMES.flatMap((name) => (which(parts[name]) ? t.parts[name] : [])).join(', ');
  if (verdict === 'failed') {
    const retry = () => NAMES.flatMap((name) => (parts[name].state === 'failed' ? parts[name].refetch() : []));
    return (
      <Alert color="yellow" title={t.notRead}>
        <Group gap="sm" justify="space-between">
          <Text size="sm">{t.notReadText(named(({ state }) => state === 'failed'))}</Text>
          <Button variant="default" size="xs" onClick={() => void retry()}>
            {t.retry}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (verdict === 'loading')
    return (
      <Alert color="gray" role="status" title={t.checking}>
        {t.checkingText(named(({ state }) => state === 'loading'))}
      </Alert>
    );
  const unseen = named(({ state }) => state === 'forbidden');
  const beyond = named((one) => one.beyond > 0);
  if (verdict === 'partly')
    return (
      <Alert color="gray" title={isWell ? t.seenWell : t.seenPartly}>
        {unseen && <Text size="sm">{t.unseen(unseen)}</Text>}
        {beyond && <Text size="sm">{t.beyondText(beyond)}</Text>}
      </Alert>
    );
  return (
    isWell && (
      <Alert color="green" icon={<IconCircleCheck />} title={t.allWell}>
        {t.allWellText}
      </Alert>
    )
  );
}

function TroubleAlert({ of }: { of: Trouble }) {
  const { title, body, to } = useWords(of);
  const t = useText(text);
  return (
    <Alert color={isSevere(of) ? 'red' : 'yellow'} title={<span className="wrap-anywhere">{title}</span>}>
      <Text size="sm" className="wrap-anywhere">
        {body}{' '}
        {to && (
          <Anchor component={Link} to={to} underline="always" c="inherit">
            {t.open}
          </Anchor>
        )}
      </Text>
    </Alert>
  );
}

/** What it is, how it is mended, and where. */
function useWords(of: Trouble): { title: ReactNode; body: ReactNode; to?: string } {
  const t = useText(text);
  switch (of.kind) {
    case 'used_up':
    case 'runs_out':
      return {
        title: t.troubles[of.kind].title,
        body: (
          <>
            {t.troubles[of.kind].body} <DateOnly span date={of.day} />.
          </>
        ),
      };
    case 'key_ends':
      return {
        title: t.keyEnds(of.name),
        body: (
          <>
            {t.keyEndsBody} <DateOnly span date={of.day} />.
          </>
        ),
        to: KEYS,
      };
    case 'calls_fail':
      return {
        title: t.callsFail(of.name, of.failure.status, formatCount(of.failure.calls)),
        body: (
          <>
            {of.failure.operation}. {t.faults[of.fault]}
          </>
        ),
        ...(of.fault === 'key' || of.fault === 'scope' ? { to: KEYS } : {}),
      };
    case 'reader_too_old':
      return { title: t.readerTooOld(of.name), body: t.readerTooOldBody };
    case 'reader_silent':
      return {
        title: t.readerSilent(of.name, formatCountTo(of.behind, MOST_BEHIND)),
        body: (
          <>
            {t.readerSilentBody} <DateTime span at={of.at} />.
          </>
        ),
      };
    case 'webhook_paused':
    case 'webhook_failing':
      return {
        title: t.troubles[of.kind].title(hostOf(of.webhook.url)),
        body: t.troubles[of.kind].body,
        to: `${WEBHOOKS}/${of.webhook.id}`,
      };
    default:
      return {
        title: t.troubles[of.kind].title(of.feed.name),
        body: t.troubles[of.kind].body,
        to: `${FEEDS}/${of.feed.id}`,
      };
  }
}

interface LineProps {
  title: ReactNode;
  to: string;
  badge: ReactNode;
  children: ReactNode;
}

function Line({ title, to, badge, children }: LineProps) {
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Anchor component={Link} to={to} className="wrap-anywhere">
          {title}
        </Anchor>
        {badge}
      </Group>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}

interface PartProps<T> {
  title: string;
  /** What it says when there are none. */
  none: string;
  part: Part<readonly T[]>;
  /** Where all of them are. */
  to: string;
  children: (one: T) => ReactNode;
}

/** So many lines; the rest has a page of its own. */
const MOST_LINES = 50;

/** A section of what was read; else why there is nothing. */
function PartSection<T>({ title, none, part: { read, state, beyond, refetch }, to, children }: PartProps<T>) {
  const t = useText(text);
  if (!read) {
    const retry = (
      <Button variant="default" size="xs" onClick={() => void refetch()}>
        {t.retry}
      </Button>
    );
    return <Section title={title} empty={t.why[state]} action={state === 'failed' && retry} />;
  }
  const more = Math.max(0, read.length - MOST_LINES) + beyond;
  return (
    <Section title={title} empty={read.length === 0 && none}>
      <Stack gap="sm">
        {read.slice(0, MOST_LINES).map(children)}
        {more > 0 && (
          <Anchor component={Link} to={to} size="sm">
            {t.more(formatCount(more))}
          </Anchor>
        )}
      </Stack>
    </Section>
  );
}

function Keys({ parts: { keys, readers } }: { parts: Parts }) {
  const t = useText(text);
  const read = keys.read?.filter(({ state }) => state !== 'revoked') ?? null;
  return (
    <PartSection title={t.keys} none={t.noKeys} part={{ ...keys, read }} to={KEYS}>
      {(key) => {
        const reader = readers.read?.find(({ key: { id } }) => id === key.id);
        return (
          <Line key={key.id} title={key.name} to={KEYS} badge={<StatusBadge table={keyState} value={key.state} />}>
            {t.lastUsed}: {key.last_used_at ? <DateTime span at={key.last_used_at} /> : t.never} ·{' '}
            {t.calls(formatCount(key.use.requests))}
            {reader && (
              <>
                {' · '}
                {reader.behind === 0 ? t.upToDate : t.behind(formatCountTo(reader.behind, MOST_BEHIND))},{' '}
                <DateTime span at={reader.at} />
              </>
            )}
          </Line>
        );
      }}
    </PartSection>
  );
}

function Webhooks({ parts: { webhooks } }: { parts: Parts }) {
  const t = useText(text);
  return (
    <PartSection title={t.webhooks} none={t.noWebhooks} part={webhooks} to={WEBHOOKS}>
      {(one) => (
        <Line
          key={one.id}
          title={hostOf(one.url)}
          to={`${WEBHOOKS}/${one.id}`}
          badge={<StatusBadge table={webhookState} value={one.state} />}
        >
          {t.lastDelivered}: {one.last_delivered_at ? <DateTime span at={one.last_delivered_at} /> : t.never}
          {one.waiting > 0 && ` · ${t.waiting(formatCount(one.waiting))}`}
        </Line>
      )}
    </PartSection>
  );
}

function Feeds({ parts: { feeds } }: { parts: Parts }) {
  const t = useText(text);
  return (
    <PartSection title={t.feeds} none={t.noFeeds} part={feeds} to={FEEDS}>
      {(feed) => (
        <Line
          key={feed.id}
          title={feed.name}
          to={`${FEEDS}/${feed.id}`}
          badge={<StatusBadge table={feedState} value={feed.state} />}
        >
          {feed.owner && `${feed.owner.name} · `}
          {t.lastFetch}: {feed.last_fetch ? <DateTime span at={feed.last_fetch.at} /> : t.never}
          {feed.last_fetch?.agent && ` · ${feed.last_fetch.agent.split(/[/ ]/)[0]}`}
        </Line>
      )}
    </PartSection>
  );
}
