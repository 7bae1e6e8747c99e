import { formatDateTime } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/operator/contract';
import { Button, Group, List, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, UserLink } from './parts';
import { maintenanceStatus, text } from './text';

/** `/cp/operator/maintenance`: the switch, with what it does to whom. */
export const MaintenancePage = () => (
  <OnlyStaff>
    <Maintenance />
  </OnlyStaff>
);

function Maintenance() {
  const t = useText(text);
  const state = useCall(contract.readMaintenance, {});
  return (
    <Page
      title={t.maintenance}
      status={state.data && <StatusBadge table={maintenanceStatus} value={state.data.on ? 'on' : 'off'} size="lg" />}
    >
      <OperatorTabs />
      <Loaded query={state}>{(data) => (data.on ? <On state={data} /> : <Off />)}</Loaded>
    </Page>
  );
}

function On({ state }: { state: contract.Maintenance }) {
  const t = useText(text);
  const confirm = useConfirm();
  const turn = useAction(contract.switchMaintenance, { success: t.turnedOff });
  const off = async () => {
    const answer = await confirm({ title: t.turnOffTitle, effects: t.turnOffEffects, confirmLabel: t.turnOff });
    if (answer) turn.mutate({ body: { on: false } });
  };
  return (
    <Stack gap="md">
      <KeyFacts
        title={t.isOn}
        facts={[
          { label: t.sinceWhen, value: <DateTime at={state.since} /> },
          { label: t.by, value: <UserLink user={state.by} />, hidden: !state.by },
          { label: t.untilWhen, value: state.until ? formatDateTime(new Date(state.until)) : t.noUntil },
          { label: t.announcement, value: state.message, hidden: !state.message },
        ]}
      />
      <Group>
        <Button onClick={() => void off()} loading={turn.isPending}>
          {t.turnOff}
        </Button>
      </Group>
    </Stack>
  );
}

/** Minutes to be announced. */
const DURATIONS = [15, 30, 60, 120, 240] as const;

function Off() {
  const t = useText(text);
  const confirm = useConfirm();
  const [message, setMessage] = useState('');
  const [minutes, setMinutes] = useState('');
  const turn = useAction(contract.switchMaintenance, { success: t.turnedOn });
  const on = async () => {
    const answer = await confirm({
      title: t.turnOnTitle,
      effects: t.effects,
      confirmLabel: t.turnOn,
      danger: true,
    });
    if (!answer) return;
    const until = minutes ? new Date(Date.now() + Number(minutes) * 60_000).toISOString() : null;
    turn.mutate({ body: { on: true, message: message.trim() || null, until } });
  };
  const named = (n: number) => (n < 60 ? t.minutes(n) : t.hours(n / 60));
  return (
    <Section title={t.turnOn}>
      <Stack gap="md" maw={640}>
        <Text c="dimmed">{t.offText}</Text>
        <div>
          <Text fw={500} mb={4}>
            {t.keepsOut}
          </Text>
          <List spacing={4}>
            {t.effects.map((effect) => (
              <List.Item key={effect}>{effect}</List.Item>
            ))}
          </List>
        </div>
        <Textarea
          label={t.announcement}
          description={t.announcementHint}
          value={message}
          onChange={(event) => setMessage(event.currentTarget.value)}
          maxLength={300}
          autosize
          minRows={2}
        />
        <Select
          label={t.duration}
          description={t.durationHint}
          data={[
            { value: '', label: t.unknownDuration },
            ...DURATIONS.map((n) => ({ value: String(n), label: named(n) })),
          ]}
          value={minutes}
          onChange={(value) => setMinutes(value ?? '')}
          allowDeselect={false}
          maw={320}
        />
        <Group>
          <Button color="red" onClick={() => void on()} loading={turn.isPending}>
            {t.turnOn}
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
