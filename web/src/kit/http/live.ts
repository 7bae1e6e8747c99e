/**
 * Live updates of a project: server-sent events that carry ids of what changed. Read through fetch, because
 * EventSource cannot send a bearer token. The shell subscribes once; lists and pages then refresh by themselves.
 */
import { signedRequest } from './call';

/** `topic` is what kind of thing changed (`orders`, `products`, …): the event's name, or `kind` of its data. */
export interface LiveEvent {
  topic: string;
  data: unknown;
}

/** Feeds on pieces of the stream, gives whole events. Comment lines (keep-alive) are dropped. */
export function eventParser(onEvent: (event: LiveEvent) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    rest = (rest + piece).replace(/\r\n/g, '\n');
    let end = rest.indexOf('\n\n');
    while (end >= 0) {
      const event = parseBlock(rest.slice(0, end));
      rest = rest.slice(end + 2);
      if (event) onEvent(event);
      end = rest.indexOf('\n\n');
    }
  };
}

function parseBlock(block: string): LiveEvent | null {
  let topic = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, '');
    if (line.slice(0, at) === 'event') topic = value;
    if (line.slice(0, at) === 'data') data.push(value);
  }
  if (data.length === 0) return null;
  const text = data.join('\n');
  const value = parsed(text);
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  return { topic: topic === 'message' && typeof kind === 'string' ? kind : topic, data: value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/**
 * `of`: `projects/<id>`, or `users/me` for what is the user's own. Listens until the returned function is
 * called. Reconnects with growing pauses. `onOpen` is called whenever the stream stands, because what happened until
 * then is unknown: `isBack` where it was lost, otherwise since it was asked for. Stops when the server refuses the project.
 */
export function subscribe(of: string, onEvent: (event: LiveEvent) => void, onOpen: (isBack: boolean) => void) {
  const stop = new AbortController();
  void listen(of, onEvent, onOpen, stop.signal);
  return () => stop.abort();
}

async function listen(
  of: string,
  onEvent: (event: LiveEvent) => void,
  onOpen: (isBack: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  let pause = FIRST_PAUSE;
  let lost = false;
  while (!signal.aborted) {
    try {
      const answer = await signedRequest(`/api/${of}/events`, {
        headers: { Accept: 'text/event-stream' },
        signal,
      });
      if ([401, 403, 404].includes(answer.status)) return;
      if (answer.ok && answer.body) {
        onOpen(lost);
        pause = FIRST_PAUSE;
        await drain(answer.body, eventParser(onEvent));
      }
    } catch {
      // A broken stream is the normal end of one: a sleeping laptop, a restarted server.
    }
    lost = true;
    await sleep(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

async function drain(body: ReadableStream<Uint8Array>, feed: (piece: string) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    feed(decoder.decode(value, { stream: true }));
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
