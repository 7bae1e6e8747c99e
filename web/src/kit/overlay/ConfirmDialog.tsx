import { Alert, Button, Group, getDefaultZIndex, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useText } from '../text';
import { words } from '../words';
import type { Confirmation, Confirmed } from './confirm';

interface QuestionProps {
  question: Confirmation;
  settle: (confirmed: Confirmed | null) => void;
}

/** Over every other dialog: it stays in the page from the first question on, so one that opens later would cover it. */
const ABOVE_DIALOGS = getDefaultZIndex('modal') + 1;

/** The dialog of `useConfirm`. */
export function ConfirmDialog({ opened, ...asked }: QuestionProps & { opened: boolean }) {
  return (
    <Modal
      opened={opened}
      onClose={() => asked.settle(null)}
      title={asked.question.title}
      zIndex={ABOVE_DIALOGS}
      centered
    >
      <Question {...asked} />
    </Modal>
  );
}

function Question({ question, settle }: QuestionProps) {
  const t = useText(words);
  const [reason, setReason] = useState('');
  const [touched, setTouched] = useState(false);
  const missing = Boolean(question.reason?.required) && reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTouched(true);
    if (!missing) settle({ reason: reason.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {question.text && <Text component="div">{question.text}</Text>}
        {question.effects && question.effects.length > 0 && (
          <div>
            <Text fw={500} mb={4}>
              {t.consequences}
            </Text>
            <List spacing={4}>
              {question.effects.map((effect, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: effects are words without a name of their own
                <List.Item key={i}>{effect}</List.Item>
              ))}
            </List>
          </div>
        )}
        {question.irreversible && (
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            {question.irreversible === true ? t.irreversible : question.irreversible}
          </Alert>
        )}
        {question.reason && (
          <Textarea
            label={question.reason.label ?? t.reason}
            description={question.reason.hint}
            withAsterisk={question.reason.required ?? false}
            error={touched && missing ? t.required : undefined}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            onBlur={() => setTouched(true)}
            autosize
            minRows={2}
            data-autofocus
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => settle(null)}>
            {t.back}
          </Button>
          <Button
            type="submit"
            {...(question.danger ? { color: 'red' } : {})}
            data-autofocus={!question.reason || undefined}
          >
            {question.confirmLabel ?? t.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
