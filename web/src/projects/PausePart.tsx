import { dotted, kyivDate } from '@lanka/domain/kit/time';
import { type Project, pauseProject, resumeProject } from '@lanka/domain/projects/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { DayInput } from '../kit/form/day';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { text } from './text';

/** «On holiday until»: from now on, with a last day. */
export function PausePart({ project }: { project: Project }) {
  const t = useText(text);
  const ask = useConfirm();
  const [day, setDay] = useState<string | null>(project.paused_until);
  const pause = useAction(pauseProject, { success: t.pauseSaved });
  const resume = useAction(resumeProject, { success: t.pauseEnded });
  const params = { project_id: project.id };
  const { paused_until } = project;
  const begin = async () => {
    if (!day) return;
    const answer = await ask({ title: t.pauseTitle(dotted(day)), effects: t.pauseEffects, confirmLabel: t.pause });
    if (answer) pause.mutate({ params, body: { until: day } });
  };
  return (
    <Section title={t.pausePart}>
      <Stack gap="sm">
        <Text c="dimmed">{paused_until ? t.pausedNow(dotted(paused_until)) : t.pauseHint}</Text>
        <Group align="flex-end" gap="xs">
          <DayInput label={t.pauseUntil} value={day} onChange={setDay} minDate={kyivDate(new Date())} />
          <Button
            variant="default"
            disabled={!day || day === paused_until}
            loading={pause.isPending}
            onClick={() => void begin()}
          >
            {paused_until ? t.pauseMove : t.pause}
          </Button>
          {paused_until && (
            <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate({ params })}>
              {t.pauseEnd}
            </Button>
          )}
        </Group>
      </Stack>
    </Section>
  );
}
