/**
 * Consequences before commitment: what will happen, what cannot be undone, a reason where one is needed.
 *
 *   const confirm = useConfirm();
 *   const answer = await confirm({
 *     title: t.cancelOrder, effects: [t.bookingsRelease(3)], irreversible: true,
 *     reason: { label: t.reason, required: true }, confirmLabel: t.cancel, danger: true,
 *   });
 *   if (answer) move.mutate({ … body: { to: 'Canceled', reason: answer.reason } });
 */
import { Alert, Button, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { createContext, type FormEvent, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { useText } from '../text';
import { words } from '../words';

export interface Confirmation {
  title: string;
  text?: ReactNode;
  effects?: readonly ReactNode[];
  /** True, or what exactly cannot be undone. */
  irreversible?: boolean | string;
  reason?: { label?: string; hint?: string; required?: boolean };
  /** An infinitive that names the deed: «Видалити товар». */
  confirmLabel?: string;
  danger?: boolean;
}

export interface Confirmed {
  reason: string;
}

type Ask = (question: Confirmation) => Promise<Confirmed | null>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve(null));

/** Answers null when the person thinks again. */
export const useConfirm = (): Ask => useContext(ConfirmContext);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Confirmation | null>(null);
  const [opened, setOpened] = useState(false);
  const answer = useRef<(confirmed: Confirmed | null) => void>(() => {});
  const ask = useCallback<Ask>((next) => {
    answer.current(null);
    setQuestion(next);
    setOpened(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const settle = (confirmed: Confirmed | null) => {
    setOpened(false);
    answer.current(confirmed);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal opened={opened} onClose={() => settle(null)} title={question?.title} centered>
        {question && <Question question={question} settle={settle} />}
      </Modal>
    </ConfirmContext>
  );
}

function Question({ question, settle }: { question: Confirmation; settle: (confirmed: Confirmed | null) => void }) {
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
