/**
 * Sending files.
 *
 *   <FileDrop projectId={p} accept={['.xlsx', '.csv']} maxBytes={…} onUploaded={(file) => …} />
 *
 * `onUploaded` gets `{ url, file_name }`: give `file_name` to the call that uses the file.
 */
import { Anchor, Button, FileButton, Progress, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatSize } from '../format';
import { type AskForPlace, type Uploaded, upload } from '../http/upload';
import { messageOf, plansPageFor } from '../overlay/notify';
import { useLocale, useText } from '../text';
import { words } from '../words';
import { fileWords } from './file-words';
import { UnderWayContext } from './under-way';

/** `accept` entries as HTML has them: `.csv`, `image/*`, `application/pdf`. Empty accepts everything. */
export function accepts(accept: readonly string[], file: { name: string; type: string }): boolean {
  if (accept.length === 0) return true;
  return accept.some((rule) => {
    if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule.toLowerCase());
    return rule.endsWith('/*') ? file.type.startsWith(rule.slice(0, -1)) : file.type === rule;
  });
}

interface Limits {
  accept?: readonly string[];
  maxBytes?: number;
  /** Where the sender has no access to the project itself. */
  askForPlace?: AskForPlace;
}

interface Sending {
  name: string;
  /** 0 … 1 */
  share: number;
}

/** One file at a time: checks it, sends it, tells how far it is. */
export function useUpload(projectId: string, { accept = [], maxBytes, askForPlace }: Limits) {
  const t = useText(fileWords);
  const { locale } = useLocale();
  const [sending, setSending] = useState<Sending | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [plansPage, setPlansPage] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (file: File): Promise<Uploaded | null> => {
    setError(null);
    setPlansPage(null);
    if (!accepts(accept, file)) return fail(t.wrongFile(file.name));
    if (maxBytes !== undefined && file.size > maxBytes) return fail(t.bigFile(file.name, formatSize(maxBytes, locale)));
    stop.current = new AbortController();
    setSending({ name: file.name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share });
      const given = askForPlace ? { askForPlace } : {};
      return await upload(projectId, file, { onProgress, signal: stop.current.signal, ...given });
    } catch (reason) {
      if (stop.current.signal.aborted) return null;
      setPlansPage(plansPageFor(reason));
      return fail(messageOf(reason));
    } finally {
      setSending(null);
    }
  };
  const fail = (message: string): null => {
    setError(message);
    return null;
  };
  return { send, sending, error, plansPage, cancel: () => stop.current?.abort() };
}

interface FileDropProps extends Limits {
  projectId: string;
  label?: string;
  hint?: ReactNode;
  multiple?: boolean;
  onUploaded: (uploaded: Uploaded, file: File) => void;
}

export function FileDrop(props: FileDropProps) {
  const { projectId, label, hint, accept = [], maxBytes, multiple, askForPlace, onUploaded } = props;
  const t = useText(words);
  const f = useText(fileWords);
  const [over, setOver] = useState(false);
  const { send, sending, error, plansPage, cancel } = useUpload(projectId, {
    accept,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(askForPlace ? { askForPlace } : {}),
  });
  const underWay = useContext(UnderWayContext);
  const take = async (files: readonly File[]) => {
    let ok = true;
    underWay?.begin();
    for (const file of multiple ? files : files.slice(0, 1)) {
      const uploaded = await send(file);
      if (uploaded) onUploaded(uploaded, file);
      else ok = false;
    }
    underWay?.end(ok);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same
    <div
      className="file-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {sending ? (
        <Stack gap="xs" w="100%">
          <Text size="sm" role="status">
            {f.sending(sending.name)}
          </Text>
          <Progress value={sending.share * 100} aria-label={f.sending(sending.name)} />
          <Button variant="subtle" size="compact-sm" onClick={cancel}>
            {t.cancel}
          </Button>
        </Stack>
      ) : (
        <Stack gap="xs" align="center">
          <IconUpload size={28} stroke={1.5} aria-hidden className="file-drop-icon" />
          <Text ta="center">{label ?? f.drop}</Text>
          {hint && (
            <Text size="sm" c="dimmed" ta="center">
              {hint}
            </Text>
          )}
          <PickButton accept={accept} multiple={multiple ?? false} onPick={take} label={f.chooseFile} />
        </Stack>
      )}
      {error && (
        <Text size="sm" c="var(--text-negative)" role="alert" mt="xs">
          {error}
          {plansPage && (
            <>
              .{' '}
              <Anchor component={Link} to={plansPage} inherit>
                {t.toPlans}
              </Anchor>
            </>
          )}
        </Text>
      )}
    </div>
  );
}

interface PickButtonProps {
  accept: readonly string[];
  multiple?: boolean;
  label: string;
  onPick: (files: readonly File[]) => void;
}

function PickButton({ accept, multiple = false, label, onPick }: PickButtonProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      accept={accept.join(',')}
      resetRef={reset}
      inputProps={{ multiple, 'aria-label': label, tabIndex: -1 }}
      onChange={(files) => {
        // The same file chosen twice would not count as a change.
        reset.current?.();
        if (files.length > 0) onPick(files);
      }}
    >
      {(props) => (
        <Button {...props} variant="default">
          {label}
        </Button>
      )}
    </FileButton>
  );
}
