import './conversation.css';
import * as contract from '@lanka/domain/applications/messages';
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import { ActionIcon, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Section } from '../kit/display/facts';
import { fileLink } from '../kit/display/file-link';
import { DateTime } from '../kit/display/values';
import { FileDrop } from '../kit/form/files';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import type { AskForPlace } from '../kit/http/upload';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { text } from './text';

const FIRST = 50;
const MAX_FILE = 20 * 1024 * 1024;
/** An applicant is nobody in the project yet and hears nothing of it live: his open page asks. */
const ASK_AGAIN_MS = 10_000;

/** The supplier's side of the conversation about an application. */
export function SupplierConversation({ project_id, id }: { project_id: string; id: string }) {
  const [limit, setLimit] = useState(FIRST);
  const params = { project_id, id };
  const said = useCall(contract.listMessages, { params, query: { limit } });
  const write = useAction(contract.writeMessage, { quiet: true });
  return (
    <Conversation
      side="supplier"
      said={said}
      project_id={project_id}
      write={(body) => write.mutateAsync({ params, body })}
      markRead={(number) => call(contract.markMessagesRead, { params, body: { number } })}
      more={() => setLimit(MAX_LIMIT)}
    />
  );
}

/** The applicant's side. */
export function MyConversation({ project_id, id }: { project_id: string; id: string }) {
  const [limit, setLimit] = useState(FIRST);
  const params = { id };
  const said = useCall(contract.listMyMessages, { params, query: { limit } }, { refetchInterval: ASK_AGAIN_MS });
  const write = useAction(contract.writeMyMessage, { quiet: true });
  return (
    <Conversation
      side="applicant"
      said={said}
      project_id={project_id}
      askForPlace={(body) => call(contract.uploadForMessage, { params, body })}
      write={(body) => write.mutateAsync({ params, body })}
      markRead={(number) => call(contract.markMyMessagesRead, { params, body: { number } })}
      more={() => setLimit(MAX_LIMIT)}
    />
  );
}

interface ConversationProps {
  side: contract.Side;
  said: ReturnType<typeof useCall<typeof contract.listMessages>>;
  project_id: string;
  askForPlace?: AskForPlace;
  write: (body: contract.WriteBody) => Promise<unknown>;
  markRead: (number: number) => Promise<unknown>;
  more: () => void;
}

function Conversation({ side, said, project_id, askForPlace, write, markRead, more }: ConversationProps) {
  const t = useText(text);
  const known = said.data;
  useMarkedRead(known, markRead, said.refetch);
  if (known && known.items.length === 0 && !known.may_write) return null;
  return (
    <Section title={t.conversation}>
      <Stack gap="md">
        <Loaded query={said}>
          {({ items, next_cursor, read_by_other }) => (
            <>
              {next_cursor !== null && items.length < MAX_LIMIT && (
                <Button variant="subtle" size="compact-sm" onClick={more}>
                  {t.earlierMessages}
                </Button>
              )}
              {items.length === 0 && <Text c="dimmed">{t.noMessages[side]}</Text>}
              {items.length > 0 && (
                <div role="log" aria-label={t.conversation} className="conversation">
                  {items.toReversed().map((message) => (
                    <MessageBox
                      key={message.id}
                      message={message}
                      own={message.side === side}
                      isRead={message.number <= read_by_other}
                    />
                  ))}
                </div>
              )}
            </>
          )}
        </Loaded>
        {known?.may_write && (
          <NewMessage project_id={project_id} write={write} {...(askForPlace ? { askForPlace } : {})} />
        )}
      </Stack>
    </Section>
  );
}

/** Tells once of each new message that it was read, while the page is looked at. */
function useMarkedRead(
  known: contract.Conversation | undefined,
  markRead: (number: number) => Promise<unknown>,
  again: () => Promise<unknown>,
): void {
  const told = useRef(0);
  const newest = known?.unread ? (known.items[0]?.number ?? 0) : 0;
  useEffect(() => {
    if (newest <= told.current) return;
    const tell = () => {
      if (document.visibilityState !== 'visible' || newest <= told.current) return;
      told.current = newest;
      // what was not heard is told with the next message, or when the page is opened again
      void markRead(newest)
        .then(again)
        .catch(() => undefined);
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [newest, markRead, again]);
}

function MessageBox({ message, own, isRead }: { message: contract.Message; own: boolean; isRead: boolean }) {
  const t = useText(text);
  const { author, created_at, files } = message;
  return (
    <div className="conversation-message" data-own={own || undefined}>
      <Group gap="xs">
        <Text fw={500} size="sm">
          {author.name}
        </Text>
        <Text size="sm" c="dimmed">
          <DateTime at={created_at} />
          {own && ` · ${isRead ? t.messageRead : t.messageSent}`}
        </Text>
      </Group>
      <Text className="conversation-text">{message.text}</Text>
      {files.map((file) => (
        <Group key={file.id} gap="xs" wrap="nowrap" mt={4}>
          <IconFile size={18} stroke={1.5} aria-hidden />
          <Anchor {...fileLink(file)} className="wrap-anywhere" size="sm">
            {file.name}
          </Anchor>
        </Group>
      ))}
    </div>
  );
}

interface NewMessageProps {
  project_id: string;
  askForPlace?: AskForPlace;
  write: (body: contract.WriteBody) => Promise<unknown>;
}

function NewMessage({ project_id, askForPlace, write }: NewMessageProps) {
  const t = useText(text);
  const [words, setWords] = useState('');
  const [files, setFiles] = useState<readonly { file_name: string; name: string }[]>([]);
  const [isAdding, setAdding] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const isEmpty = words.trim() === '';
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isEmpty || isSending) return;
    setSending(true);
    setError(null);
    try {
      await write({ text: words.trim(), files: files.map(({ file_name }) => file_name) });
      setWords('');
      setFiles([]);
      setAdding(false);
    } catch (reason) {
      setError(reason instanceof Error ? reason.message : String(reason));
    } finally {
      setSending(false);
    }
  };
  const isFull = files.length >= contract.MAX_MESSAGE_FILES;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label={t.newMessage}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
          }}
          error={error}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={4000}
        />
        {files.map((file) => (
          <Group key={file.file_name} gap="xs" wrap="nowrap">
            <IconFile size={18} stroke={1.5} aria-hidden />
            <Text size="sm" className="wrap-anywhere">
              {file.name}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.removeFile(file.name)}
              onClick={() => setFiles(files.filter((one) => one !== file))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {isAdding && !isFull && (
          <FileDrop
            projectId={project_id}
            {...(askForPlace ? { askForPlace } : {})}
            maxBytes={MAX_FILE}
            hint={t.messageFilesHint(contract.MAX_MESSAGE_FILES)}
            onUploaded={({ file_name }, { name }) => {
              setFiles((before) => [...before, { file_name, name }]);
              setAdding(false);
            }}
          />
        )}
        <Group justify="space-between">
          <Button variant="default" onClick={() => setAdding(true)} disabled={isAdding || isFull}>
            {t.addMessageFile}
          </Button>
          <Button type="submit" loading={isSending} disabled={isEmpty}>
            {t.sendMessage}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
