import * as contract from '@lanka/domain/reconciliations/contract';
import { Badge, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { sideNames, text } from './text';

/** What the sides say to one another, line by line, of all versions. */
export function ActTalk({ act, project_id }: { act: contract.Act; project_id: string }) {
  const t = useText(text);
  const mayWrite = act.deeds.includes('comment');
  const topics = [...new Set(act.notes.map(({ line_id }) => line_id))];
  if (topics.length === 0 && !mayWrite) return null;
  const withWhole = topics.includes(null) || !mayWrite ? topics : [...topics, null];
  return (
    <Section title={t.talk}>
      <Stack gap="lg">
        {act.notes.length === 0 && (
          <Text c="dimmed" size="sm">
            {t.noTalk}
          </Text>
        )}
        {withWhole.map((line_id) => (
          <Topic
            key={line_id ?? 'act'}
            act={act}
            project_id={project_id}
            line_id={line_id}
            mayWrite={mayWrite}
            isOne={withWhole.length === 1}
          />
        ))}
      </Stack>
    </Section>
  );
}

interface TopicProps {
  act: contract.Act;
  project_id: string;
  line_id: string | null;
  mayWrite: boolean;
  /** There are no others that it would be told apart from. */
  isOne: boolean;
}

function Topic({ act, project_id, line_id, mayWrite, isOne }: TopicProps) {
  const t = useText(text);
  const sides = useText(sideNames);
  const notes = act.notes.filter((note) => note.line_id === line_id);
  const document = act.lines.find(({ id }) => id === line_id)?.document;
  const whole = line_id === null && !isOne ? t.talkOfAct : undefined;
  const about = document ? t.talkOfLine(document) : whole;
  return (
    <Stack gap="xs">
      {about && (
        <Text fw={500} size="sm">
          {about}
        </Text>
      )}
      {notes.map((note) => (
        <div key={note.id}>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {note.author} ({sides[note.side]})
            </Text>
            {note.kind === 'dispute' && (
              <Badge color="red" variant="light" radius="sm">
                {t.lineDisputed}
              </Badge>
            )}
            <Text size="sm" c="dimmed">
              <DateTime at={note.created_at} /> · {t.revision(note.revision)}
            </Text>
          </Group>
          <Text className="wrap-anywhere">{note.text}</Text>
        </div>
      ))}
      {mayWrite && <Answer project_id={project_id} id={act.id} line_id={line_id} />}
    </Stack>
  );
}

function Answer({ project_id, id, line_id }: { project_id: string; id: string; line_id: string | null }) {
  const t = useText(text);
  const [written, setWritten] = useState('');
  const add = useAction(contract.commentReconciliation, { success: t.said, onSuccess: () => setWritten('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (written.trim() !== '') add.mutate({ params: { project_id, id }, body: { text: written, line_id } });
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <Textarea
          aria-label={t.answerTo}
          placeholder={t.answerTo}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={1000}
          style={{ flex: 1, minWidth: 160 }}
        />
        <Button type="submit" variant="default" loading={add.isPending} disabled={written.trim() === ''}>
          {t.answer}
        </Button>
      </Group>
    </form>
  );
}
