import { Writable } from 'node:stream';

type Line = Readonly<Record<string, unknown>> & { readonly msg: string };

/** A place for a log to go, and what was written there: each line read, and all of it as text. */
export function logLines(): { to: Writable; all(): Line[]; text(): string } {
  let written = '';
  const to = new Writable({
    write(chunk, _encoding, done) {
      written += String(chunk);
      done();
    },
  });
  return {
    to,
    text: () => written,
    all: () =>
      written
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Line),
  };
}
