import type { ApiCall, ApiCallDay, ApiCallDays } from '@lanka/domain/api_keys/calls';
import type { ApiKey } from '@lanka/domain/api_keys/contract';
import { Accordion, Code, Group, Select, Stack, Switch, Text, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { type Part, useCallsOfKeys } from './calls';
import './console.css';
import { text } from './text';

interface Props {
  days: Part<ApiCallDays>;
  keys: readonly ApiKey[];
}

/** Calls by day, and the newest one by one; of those that failed what they brought and what was answered. */
export function CallsSection({ days, keys }: Props) {
  const t = useText(text);
  const [failed, setFailed] = useState(false);
  const [key, setKey] = useState('');
  const counted = days.read?.days ?? [];
  const all = counted.reduce((sum, { calls }) => sum + calls, 0);
  const bad = counted.reduce((sum, one) => sum + one.failed, 0);
  return (
    <Section title={t.callsTitle}>
      <Stack gap="md">
        <Text size="sm">{days.read ? t.callsOf(formatCount(all), formatCount(bad)) : t.why[days.state]}</Text>
        {all > 0 && <Bars days={counted} />}
        <Group gap="md">
          <Select
            aria-label={t.keys}
            w={220}
            allowDeselect={false}
            value={key}
            onChange={(value) => setKey(value ?? '')}
            data={[{ value: '', label: t.allKeys }, ...keys.map(({ id, name }) => ({ value: id, label: name }))]}
          />
          <Switch
            label={t.onlyFailed}
            checked={failed}
            onChange={({ currentTarget }) => setFailed(currentTarget.checked)}
          />
        </Group>
        <Calls failed={failed} keyId={key || undefined} />
        <Text size="sm" c="dimmed">
          {t.callsNote}
        </Text>
      </Stack>
    </Section>
  );
}

const BAR_PX = 72;

/** A bar a day; the same stands in words for those who do not see it. */
function Bars({ days }: { days: readonly ApiCallDay[] }) {
  const t = useText(text);
  const most = Math.max(1, ...days.map(({ calls }) => calls));
  return (
    <ul className="call-days" aria-label={t.callsTitle}>
      {days.map(({ day, calls, failed, ms }) => {
        const took = ms === null ? null : formatCount(ms);
        const words = t.dayOf(day.slice(8), day.slice(5, 7), formatCount(calls), formatCount(failed), took);
        return (
          <li key={day} title={words}>
            <span className="call-bar" style={{ height: `${(calls / most) * BAR_PX}px` }}>
              <span className="call-bar-failed" style={{ height: `${calls > 0 ? (failed / calls) * 100 : 0}%` }} />
            </span>
            <span className="call-day" aria-hidden>
              {day.slice(8)}
            </span>
            <VisuallyHidden>{words}</VisuallyHidden>
          </li>
        );
      })}
    </ul>
  );
}

function Calls({ failed, keyId }: { failed: boolean; keyId: string | undefined }) {
  const t = useText(text);
  const list = useCallsOfKeys(failed, keyId);
  return (
    <Loaded query={list}>
      {(found) =>
        found.length === 0 ? (
          <Text c="dimmed">{t.noCalls}</Text>
        ) : (
          <Stack gap="sm">
            <Accordion multiple variant="contained" aria-label={t.callsTitle}>
              {found.map((one) => (
                <Call key={one.id} of={one} />
              ))}
            </Accordion>
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

function Call({ of }: { of: ApiCall }) {
  const t = useText(text);
  const isBad = of.status >= 400;
  return (
    <Accordion.Item value={of.id}>
      <Accordion.Control>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Text span fw={600} c={isBad ? 'red' : undefined} className="figures">
              {of.status}
            </Text>
            <Code className="wrap-anywhere">{of.operation}</Code>
          </Group>
          <Text size="sm" c="dimmed">
            {of.key.name} · <DateTime span at={of.at} /> · {formatCount(of.ms)} {t.ms}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          {of.path && <Code className="wrap-anywhere">{of.path}</Code>}
          {isBad ? (
            <>
              <Block title={t.request} text={of.request ?? t.nothingSent} />
              <Block title={t.answer} text={of.answer ?? '–'} />
            </>
          ) : (
            <Text size="sm">{t.fine}</Text>
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function Block({ title, text: shown }: { title: string; text: string }) {
  return (
    <div>
      <Text size="sm" mb={4}>
        {title}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {pretty(shown)}
      </Code>
    </div>
  );
}
