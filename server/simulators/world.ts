import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Faults } from './faults';
import { type CallbackMode, type ControlAction, type Locale, type Simulator, type World, wordsIn } from './simulator';

/** A call that a simulator got or made, for its page. */
export interface Call {
  readonly at: string;
  readonly what: string;
  /** Null while it has no answer, or got none. */
  status: number | null;
  fault?: string;
}

const CALLS_KEPT = 200;
const CALLBACK_MS = 10_000;

/** One clock for all simulators: real time, and by how much it was moved. */
export class Clock {
  readonly #listeners: (() => void | Promise<void>)[] = [];
  constructor(private moved = 0) {}

  get offsetMs(): number {
    return this.moved;
  }
  now(): Date {
    return new Date(Date.now() + this.moved);
  }
  onAdvance(listener: () => void | Promise<void>): void {
    this.#listeners.push(listener);
  }
  async advance(ms: number): Promise<void> {
    this.moved += ms;
    for (const listener of this.#listeners) await listener();
  }
}

/** What stands behind one simulator. */
export class Stage implements World {
  readonly faults = new Faults();
  readonly actions: ControlAction[] = [];
  readonly calls: Call[] = [];
  readonly #file: string | undefined;
  #kept: object | undefined;
  #written = '';

  /** By how much its clock is off that of the others, milliseconds. */
  skewMs = 0;
  callbacks: CallbackMode = 'normal';
  #held: Callback[] = [];
  #last: Callback | undefined;

  /** @param folder where it remembers; nothing stays when it is left out */
  constructor(
    private readonly simulator: Pick<Simulator, 'name' | 'callsBack'>,
    private readonly clock: Clock,
    folder: string | undefined,
  ) {
    this.#file = folder && join(folder, `${simulator.name}.json`);
  }

  get name(): string {
    return this.simulator.name;
  }

  now(): Date {
    return new Date(this.clock.now().getTime() + this.skewMs);
  }

  today(): Date {
    return new Date(Date.now() + this.skewMs);
  }

  /** What would have happened by then has happened. */
  async skew(ms: number): Promise<void> {
    this.skewMs = ms;
    await this.clock.advance(0);
  }

  onAdvance(listener: () => void | Promise<void>): void {
    this.clock.onAdvance(listener);
  }

  keep<T extends object>(initial: T): T {
    if (this.#kept) throw new Error('a simulator keeps one thing');
    const kept: T = { ...initial, ...readJson(this.#file) };
    this.#kept = kept;
    return kept;
  }

  /** Writes what is remembered, whole or not at all. */
  save(): void {
    if (!this.#file || !this.#kept) return;
    const text = JSON.stringify(this.#kept);
    if (text === this.#written) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, text);
    renameSync(`${this.#file}.new`, this.#file);
    this.#written = text;
  }

  async send(url: string, init: Parameters<World['send']>[1]): Promise<number | null> {
    // a question whether anybody is there tells nothing
    if (init.method === 'GET') return this.#deliver({ url, init });
    this.#last = { url, init };
    if (this.callbacks === 'held' || this.callbacks === 'none') return this.#keepBack({ url, init });
    const status = await this.#deliver({ url, init });
    if (this.callbacks === 'twice') await this.#deliver({ url, init });
    return status;
  }

  #keepBack(callback: Callback): null {
    const isKnown = this.#held.some(({ url, init }) => url === callback.url && init.body === callback.init.body);
    if (this.callbacks === 'held' && !isKnown) this.#held.push(callback);
    return null;
  }

  async #deliver({ url, init }: Callback): Promise<number | null> {
    const status = await fetch(url, { method: 'POST', ...init, signal: AbortSignal.timeout(CALLBACK_MS) }).then(
      (answer) => answer.status,
      () => null,
    );
    this.note({ at: this.now().toISOString(), what: `→ ${init.method ?? 'POST'} ${url}`, status });
    return status;
  }

  /** What was held comes now, and the rest as it always does. @returns what it was answered */
  async letGo(): Promise<(number | null)[]> {
    this.callbacks = 'normal';
    const answers: (number | null)[] = [];
    for (const one of this.#held.splice(0)) answers.push(await this.#deliver(one));
    await this.clock.advance(0);
    return answers;
  }

  /** The last one once more, or as somebody would send it who does not know the secret. */
  async repeat(how: 'again' | 'forged'): Promise<number | null> {
    if (!this.#last || !this.simulator.callsBack) throw new Error('Ще нічого не надсилали / Nothing was sent yet');
    const { url, init } = this.#last;
    if (how === 'again') return this.#deliver({ url, init });
    const { signedBy } = this.simulator.callsBack;
    if (!signedBy) return this.#deliver({ url: otherSecret(url), init });
    return this.#deliver({ url, init: { ...init, headers: { ...init.headers, [signedBy]: 'Zm9yZ2Vk' } } });
  }

  calm(): void {
    this.faults.clear();
    this.callbacks = 'normal';
    this.skewMs = 0;
  }

  control(action: ControlAction): void {
    this.actions.push(action);
  }

  async act(id: string, values: Readonly<Record<string, string>> = {}, locale: Locale = 'ua'): Promise<string> {
    const action = this.actions.find((one) => one.id === id);
    if (!action) throw new Error(`${this.name} has no ${id}: ${this.actions.map((one) => one.id).join(', ')}`);
    return wordsIn(await action.run(values), locale);
  }

  note(call: Call): void {
    this.calls.unshift(call);
    this.calls.length = Math.min(this.calls.length, CALLS_KEPT);
  }
}

interface Callback {
  readonly url: string;
  readonly init: Parameters<World['send']>[1];
}

/** The same address with another last sign. */
const otherSecret = (url: string): string => `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`;

function readJson(file: string | undefined): object {
  if (!file) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
