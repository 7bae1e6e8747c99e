import Fastify from 'fastify';
import { meetFaults } from './meet-faults';
import { controlPage } from './page';
import type { CallbackMode, Fault, Locale, Simulator } from './simulator';
import { Clock, Stage } from './world';

export interface Simulators {
  /** `http://127.0.0.1:…`: the page of the simulators. */
  readonly url: string;
  /** Where the product finds each: `{ nova_poshta: 'http://127.0.0.1:…/nova_poshta/v2.0/json' }`. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Switches a fault on. */
  fault(name: string, fault: Fault): void;
  /** Switches all faults off, of one or of all. */
  calm(name?: string): void;
  /** Moves the clock of all simulators, and waits for what happens by itself meanwhile. */
  advance(ms: number): Promise<void>;
  /** Puts the clock of one so far from that of the others. */
  skew(name: string, ms: number): Promise<void>;
  /** Presses a button of the page. */
  act(name: string, id: string, values?: Readonly<Record<string, string>>, locale?: Locale): Promise<string>;
  /** How what one calls back comes, and what comes of it. */
  callbacks(name: string): Pick<Stage, 'letGo' | 'repeat'> & { mode: CallbackMode };
  /** What was asked of one and what it called back, newest first. */
  calls(name: string): Stage['calls'];
  close(): Promise<void>;
}

export interface SimulatorOptions {
  /** Any that is free unless told; also when it is taken. */
  readonly port?: number;
  /** Where they remember. */
  readonly folder?: string;
}

const SAVE_MS = 1_000;
const BODY_BYTES = 30 * 1024 * 1024;

/** Starts these simulators behind one port of this computer. */
export async function startSimulators(
  simulators: readonly Simulator[],
  { port = 0, folder }: SimulatorOptions = {},
): Promise<Simulators> {
  const clock = new Clock();
  const server = Fastify({ bodyLimit: BODY_BYTES, forceCloseConnections: true });
  const stages = new Map<string, Stage>();
  for (const simulator of simulators) {
    const stage = new Stage(simulator, clock, folder);
    stages.set(simulator.name, stage);
    await server.register(
      async (below) => {
        meetFaults(below, stage);
        simulator.open(below, stage);
      },
      { prefix: `/${simulator.name}` },
    );
  }
  const known = (name: string): Stage => {
    const stage = stages.get(name);
    if (!stage) throw new Error(`no simulator ${name}: ${[...stages.keys()].join(', ')}`);
    return stage;
  };
  const control: Omit<Simulators, 'url' | 'addresses' | 'close'> = {
    fault: (name, fault) => known(name).faults.add(fault),
    calm: (name) => {
      for (const stage of name ? [known(name)] : stages.values()) stage.calm();
    },
    advance: (ms) => clock.advance(ms),
    skew: (name, ms) => known(name).skew(ms),
    act: (name, id, values, locale) => known(name).act(id, values, locale),
    callbacks: (name) => {
      const stage = known(name);
      return {
        letGo: () => stage.letGo(),
        repeat: (how) => stage.repeat(how),
        get mode() {
          return stage.callbacks;
        },
        set mode(mode) {
          stage.callbacks = mode;
        },
      };
    },
    calls: (name) => known(name).calls,
  };
  controlPage(server, simulators, stages, clock, control);

  const listen = (at: number) => server.listen({ port: at, host: '127.0.0.1' });
  const url = await listen(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || port === 0) throw error;
    return listen(0);
  });
  const saving = setInterval(() => {
    for (const stage of stages.values()) stage.save();
  }, SAVE_MS);
  return {
    ...control,
    url,
    addresses: Object.fromEntries(simulators.map(({ name, path }) => [name, `${url}/${name}${path}`])),
    async close() {
      clearInterval(saving);
      await server.close();
      for (const stage of stages.values()) stage.save();
    },
  };
}
