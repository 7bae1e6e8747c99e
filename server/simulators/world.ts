import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Faults } from './faults';
import type { ControlAction, World } from './simulator';

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

  /** @param folder where it remembers; nothing stays when it is left out */
  constructor(
    readonly name: string,
    private readonly clock: Clock,
    folder: string | undefined,
  ) {
    this.#file = folder && join(folder, `${name}.json`);
  }

  now(): Date {
    return this.clock.now();
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
    const status = await fetch(url, { method: 'POST', ...init, signal: AbortSignal.timeout(CALLBACK_MS) }).then(
      (answer) => answer.status,
      () => null,
    );
    this.note({ at: this.now().toISOString(), what: `→ ${init.method ?? 'POST'} ${url}`, status });
    return status;
  }

  control(action: ControlAction): void {
    this.actions.push(action);
  }

  async act(id: string, values: Readonly<Record<string, string>> = {}): Promise<string> {
    const action = this.actions.find((one) => one.id === id);
    if (!action) throw new Error(`${this.name} has no ${id}: ${this.actions.map((one) => one.id).join(', ')}`);
    return action.run(values);
  }

  note(call: Call): void {
    this.calls.unshift(call);
    this.calls.length = Math.min(this.calls.length, CALLS_KEPT);
  }
}

function readJson(file: string | undefined): object {
  if (!file) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
