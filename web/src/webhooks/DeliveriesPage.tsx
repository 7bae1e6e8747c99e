import { type Delivery, DeliveryState } from '@lanka/domain/webhooks/contract';
import { Accordion, Alert, Button, Code, Group, Menu, Select, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useIsDropshipper } from '../api_keys';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { MoreRows } from '../kit/list/MoreRows';
import { notify, notifySuccess } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { useDeliveries, useSending, useWebhooks } from './calls';
import { deliveryState, hostOf, text } from './text';

const HOUR_MS = 3_600_000;
const SINCE = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS } as const;

/** `/cp/integrations/api/webhooks/:id`: what was sent there, and what was answered. */
export function DeliveriesPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const { id = '' } = useParams();
  const { can } = useSession();
  const isMine = useIsDropshipper();
  const webhooks = useWebhooks();
  const [state, setState] = useState<DeliveryState | ''>('');
  const { test, isTesting, replaySince } = useSending(id);
  const known = webhooks.data?.find((one) => one.id === id);
  const mayManage = (isMine || can('webhooks.manage')) && known !== undefined;
  const tryIt = async () => {
    const tried = await test();
    if (!tried) return;
    const isTaken = tried.state === 'delivered';
    notify(isTaken ? 'success' : 'error', isTaken ? t.testTaken(formatCount(tried.ms ?? 0)) : t.testNotTaken);
  };
  const again = async (ms: number) => {
    const replayed = await replaySince(new Date(Date.now() - ms).toISOString());
    if (!replayed) return;
    const count = formatCount(replayed.count);
    notifySuccess(replayed.has_more ? t.replayedSome(count) : t.replayed(count));
  };
  return (
    <Page
      title={known ? hostOf(known.url) : t.deliveries}
      subtitle={known?.url}
      narrow
      crumbs={[{ to: '/cp/integrations/api/webhooks', label: t.back }]}
      action={mayManage && { label: t.test, icon: IconSend, onClick: () => void tryIt(), loading: isTesting }}
    >
      <Loaded query={webhooks}>{() => (known ? null : <Alert color="yellow">{t.notFound}</Alert>)}</Loaded>
      <Group justify="space-between" mb="sm">
        <Select
          aria-label={t.deliveries}
          w={200}
          allowDeselect={false}
          value={state}
          onChange={(value) => setState((value ?? '') as DeliveryState | '')}
          data={[
            { value: '', label: t.all },
            ...DeliveryState.options.map((value) => ({ value, label: deliveryState[value][locale] })),
          ]}
        />
        {mayManage && (
          <Menu>
            <Menu.Target>
              <Button variant="default" size="xs">
                {t.replaySince}
              </Button>
            </Menu.Target>
            <Menu.Dropdown maw={280}>
              <Menu.Label>{t.replaySinceText}</Menu.Label>
              {Object.entries(SINCE).map(([name, ms]) => (
                <Menu.Item key={name} onClick={() => void again(ms)}>
                  {t.since[name]}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <Deliveries id={id} state={state || undefined} mayManage={mayManage} />
    </Page>
  );
}

interface DeliveriesProps {
  id: string;
  state: DeliveryState | undefined;
  mayManage: boolean;
}

function Deliveries({ id, state, mayManage }: DeliveriesProps) {
  const t = useText(text);
  const list = useDeliveries(id, state);
  return (
    <Loaded query={list}>
      {(found) =>
        found.length === 0 ? (
          <EmptyState drawing="connect" title={t.noDeliveries} text={t.noDeliveriesText} />
        ) : (
          <Stack gap="md">
            <Section flush>
              <Accordion multiple variant="default" aria-label={t.deliveries}>
                {found.map((one) => (
                  <Row key={one.id} webhook={id} of={one} mayManage={mayManage} />
                ))}
              </Accordion>
            </Section>
            <MoreRows list={list} />
          </Stack>
        )
      }
    </Loaded>
  );
}

const pretty = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
};

function Row({ webhook, of, mayManage }: { webhook: string; of: Delivery; mayManage: boolean }) {
  const t = useText(text);
  const { replay } = useSending(webhook);
  const again = async () => {
    const replayed = await replay(of.id);
    if (replayed) notifySuccess(t.replayed(formatCount(replayed.count)));
  };
  const block = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;
  return (
    <Accordion.Item value={of.id}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Code>{of.event}</Code>
            <StatusBadge table={deliveryState} value={of.state} size="sm" />
            {of.status !== null && <Text size="sm">{of.status}</Text>}
            {of.error && (
              <Text size="sm" c="red">
                {t.errors[of.error] ?? of.error}
              </Text>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <DateTime span at={of.sent_at ?? of.created_at} />
            {of.ms !== null && ` · ${formatCount(of.ms)} ${t.ms}`}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="sm" c="dimmed">
            {t.attempts(formatCount(of.attempts))}
            {of.next_at && of.attempts > 0 && (
              <>
                , {t.nextAt} <DateTime span at={of.next_at} />
              </>
            )}
          </Text>
          {of.request && (
            <div>
              <Text size="sm" mb={4}>
                {t.request}
              </Text>
              <Code block style={block}>
                {pretty(of.request)}
              </Code>
            </div>
          )}
          {of.status !== null && (
            <div>
              <Text size="sm" mb={4}>
                {t.answer}: {of.status}
              </Text>
              <Code block style={block}>
                {of.answer || t.emptyAnswer}
              </Code>
            </div>
          )}
          {mayManage && of.state !== 'waiting' && of.event !== 'test' && (
            <Button
              variant="default"
              size="xs"
              w="fit-content"
              aria-label={t.replayOf(of.event)}
              onClick={() => void again()}
            >
              {t.replay}
            </Button>
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
