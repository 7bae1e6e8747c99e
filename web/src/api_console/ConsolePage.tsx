import { type Connections, isSevere, type Trouble, troublesOf } from '@lanka/domain/api_console/rules';
import { MOST_BEHIND } from '@lanka/domain/changes/contract';
import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
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
import { webhookState } from '../webhooks';
import { CallsSection } from './CallsSection';
import { useConnections } from './calls';
import { text } from './text';

const KEYS = '/cp/integrations/api/keys';
const WEBHOOKS = '/cp/integrations/api/webhooks';
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** `/cp/integrations/api/console`: everything that is connected, whether it works, and how what does not is mended. */
export function ConsolePage() {
  const t = useText(text);
  const connections = useConnections();
  return (
    <Page title={t.title} subtitle={t.subtitle} narrow>
      <ApiTabs />
      <Loaded query={connections}>
        {({ known, days }) => (
          <Stack gap="md">
            {known.limits.allowed && <Troubles known={known} />}
            <Limits limits={known.limits} />
            {known.limits.allowed && <CallsSection days={days} keys={known.keys} />}
            <Keys known={known} />
            <Webhooks known={known} />
            <Feeds known={known} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Troubles({ known }: { known: Connections }) {
  const t = useText(text);
  const troubles = troublesOf(known, useNow());
  if (troubles.length === 0)
    return (
      <Alert color="green" icon={<IconCircleCheck />} title={t.allWell}>
        {t.allWellText}
      </Alert>
    );
  return (
    <Section title={t.attention}>
      <Stack gap="xs">
        {troubles.map((trouble) => (
          <TroubleAlert key={keyOf(trouble)} of={trouble} />
        ))}
      </Stack>
    </Section>
  );
}

function keyOf(trouble: Trouble): string {
  if ('failure' in trouble) return `${trouble.failure.key.id} ${trouble.failure.operation} ${trouble.failure.status}`;
  if ('webhook' in trouble) return trouble.webhook.id;
  if ('feed' in trouble) return trouble.feed.id;
  return `${trouble.kind} ${'name' in trouble ? trouble.name : ''}`;
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
        to: `/cp/feeds/${of.feed.id}`,
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

function Keys({ known: { keys, readers } }: { known: Connections }) {
  const t = useText(text);
  const living = keys.filter(({ state }) => state !== 'revoked');
  return (
    <Section title={t.keys} empty={living.length === 0 && t.noKeys}>
      <Stack gap="sm">
        {living.map((key) => {
          const reader = readers.find(({ key: { id } }) => id === key.id);
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
        })}
      </Stack>
    </Section>
  );
}

function Webhooks({ known: { webhooks } }: { known: Connections }) {
  const t = useText(text);
  return (
    <Section title={t.webhooks} empty={webhooks.length === 0 && t.noWebhooks}>
      <Stack gap="sm">
        {webhooks.map((one) => (
          <Line
            key={one.id}
            title={hostOf(one.url)}
            to={`${WEBHOOKS}/${one.id}`}
            badge={<StatusBadge table={webhookState} value={one.state} />}
          >
            {t.lastDelivered}: {one.last_delivered_at ? <DateTime span at={one.last_delivered_at} /> : t.never}
            {one.waiting > 0 && ` · ${t.waiting(formatCount(one.waiting))}`}
          </Line>
        ))}
      </Stack>
    </Section>
  );
}

function Feeds({ known: { feeds } }: { known: Connections }) {
  const t = useText(text);
  return (
    <Section title={t.feeds} empty={feeds.length === 0 && t.noFeeds}>
      <Stack gap="sm">
        {feeds.map((feed) => (
          <Line
            key={feed.id}
            title={feed.name}
            to={`/cp/feeds/${feed.id}`}
            badge={<StatusBadge table={feedState} value={feed.state} />}
          >
            {feed.owner && `${feed.owner.name} · `}
            {t.lastFetch}: {feed.last_fetch ? <DateTime span at={feed.last_fetch.at} /> : t.never}
            {feed.last_fetch?.agent && ` · ${feed.last_fetch.agent.split(/[/ ]/)[0]}`}
          </Line>
        ))}
      </Stack>
    </Section>
  );
}
