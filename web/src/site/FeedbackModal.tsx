import { sendFeedback } from '@lanka/domain/site/contract';
import { Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

interface FeedbackModalProps {
  opened: boolean;
  close: () => void;
  /** What the text begins with, for instance the facts of a failure; the user sees and may change it. */
  initialText?: string;
}

/**
 * The feedback of the shell (specification §2.4): sending is disabled while the text is empty or under way; after
 * success a notification shows and the modal closes. What was typed stays when it is closed without sending.
 */
export function FeedbackModal({ opened, close, initialText = '' }: FeedbackModalProps) {
  const t = useText(text);
  const [sent, setSent] = useState(0);
  return (
    <Modal opened={opened} onClose={close} title={t.feedbackTitle} size="lg" centered keepMounted>
      <FeedbackForm
        key={`${sent} ${initialText}`}
        initialText={initialText}
        close={close}
        onSent={() => {
          setSent(sent + 1);
          close();
        }}
      />
    </Modal>
  );
}

interface FeedbackFormProps {
  initialText: string;
  close: () => void;
  onSent: () => void;
}

function FeedbackForm({ initialText, close, onSent }: FeedbackFormProps) {
  const t = useText(text);
  const [words, setWords] = useState(initialText);
  const [consent, setConsent] = useState(false);
  const send = useAction(sendFeedback, { success: t.feedbackSent, onSuccess: onSent });
  const isEmpty = words.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isEmpty && !send.isPending) send.mutate({ body: { comment: words, consent } });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t.feedbackText}</Text>
        <Textarea
          label={t.feedback}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          maxLength={5000}
          autosize
          minRows={5}
          maxRows={14}
          required
          data-autofocus
        />
        <Checkbox
          label={t.feedbackConsent}
          checked={consent}
          onChange={(event) => setConsent(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={isEmpty || send.isPending} loading={send.isPending}>
            {t.send}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
