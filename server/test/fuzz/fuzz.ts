import { createApiKey } from '@lanka/domain/api_keys/contract';
import { apiKeyErrors } from '@lanka/domain/kit/api_key_errors';
import { scopesFor } from '@lanka/domain/kit/api_scopes';
import { common } from '@lanka/domain/kit/errors';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { projectErrors } from '@lanka/domain/projects/errors';
import fc from 'fast-check';
import { z } from 'zod';
import { routes, UNDONE, WALLS } from '../collected';
import type { TestApp } from '../harness';
import { tokensOf } from '../walls/actors';
import { ask, type Heard, INNARDS, keyOf } from '../walls/ask';
import type { World } from '../walls/side';
import { type Deed, openTap, type Tap } from '../walls/tap';
import { makeWorld } from '../walls/world';
import { type Call, callsOf } from './generate';

export interface Failure {
  readonly why: string;
  readonly route: string;
  readonly call: Call;
  readonly status: number;
  readonly answer: string;
}

export interface Report {
  readonly seed: number;
  calls: number;
  readonly byStatus: Map<number, number>;
  /** The first of each kind, by route and reason. */
  readonly failures: Failure[];
  failed: number;
  slowest: { ms: number; route: string };
}

/** So many calls of each route one after another; and how many calls one world bears before it is worn out. */
const ROUND = 4;
const WORLD_CALLS = 6_000;

/** Asks every route in turn, `calls` times in all. The same seed asks the same questions of a new world. */
export async function fuzz(app: TestApp, { calls, seed }: { calls: number; seed: number }): Promise<Report> {
  const report: Report = {
    seed,
    calls: 0,
    byStatus: new Map(),
    failures: [],
    failed: 0,
    slowest: { ms: 0, route: '' },
  };
  const tap = openTap(app);
  for (let round = 0; report.calls < calls; ) {
    tap.keep = true;
    const world = await makeWorld(app);
    const tokens = await tokensOf(app, world);
    const key = await keyOfAll(app, world);
    const arbitraries = routes.map((route) => callsOf(world, route, WALLS[keyOf(route)] ?? {}));
    for (let worn = 0; worn < WORLD_CALLS && report.calls < calls; round += 1) {
      for (const [index, route] of routes.entries()) {
        const arbitrary = arbitraries[index];
        if (!arbitrary || report.calls >= calls) break;
        const asked = fc.sample(arbitrary, { numRuns: ROUND, seed: seed + round * 1_000 + index });
        for (const [nth, call] of asked.entries()) {
          // of what is in the public document every other call is made by a key
          const isByKey = route.api !== undefined && nth % 2 === 1;
          await one(app, tap, isByKey ? key : tokens[call.actor], route, call, report);
          worn += 1;
        }
      }
    }
    await audit(app, world, report);
  }
  return report;
}

/** A key of the owner that may do whatever a key may. */
async function keyOfAll(app: TestApp, { ours: { project } }: World): Promise<string> {
  const params = { project_id: project.id };
  const body = { name: 'Усе', scopes: [...scopesFor('project')] };
  const made = await app.call(createApiKey, { params, token: project.owner.token, body });
  if (made.status !== 201) throw new Error(`no key: ${JSON.stringify(made.error)}`);
  return made.body.key;
}

async function one(
  app: TestApp,
  tap: Tap,
  token: string | undefined,
  route: AnyRoute,
  call: Call,
  report: Report,
): Promise<void> {
  const key = keyOf(route);
  tap.keep = !UNDONE.includes(key);
  const begun = performance.now();
  const { answer, deed } = await tap.watch(() => ask(app, route, call.question, token));
  const ms = performance.now() - begun;
  if (ms > report.slowest.ms) report.slowest = { ms, route: key };
  report.calls += 1;
  report.byStatus.set(answer.status, (report.byStatus.get(answer.status) ?? 0) + 1);
  for (const why of wrong(route, call, answer, deed)) fail(report, { why, route: key, call, ...shown(answer) });
}

const shown = ({ status, text }: Heard) => ({ status, answer: text.slice(0, 500) });

function fail(report: Report, failure: Failure): void {
  report.failed += 1;
  if (!report.failures.some(({ route, why }) => route === failure.route && why === failure.why))
    report.failures.push(failure);
}

function codeOf({ status, text }: Heard): string | undefined {
  if (status < 400) return undefined;
  try {
    return (JSON.parse(text) as { code?: string }).code;
  } catch {
    return undefined;
  }
}

/** Any route of a project may say that there is no such project, and any of the public API what is with the key. */
const ANYWHERE = [...Object.values(common), ...Object.values(apiKeyErrors), projectErrors.not_found].map(
  ({ code }) => code,
);
const declared = ({ errors }: AnyRoute, code: string): boolean =>
  ANYWHERE.includes(code) || errors.some((error) => error.code === code);

/** What no answer may be. */
function wrong(route: AnyRoute, { question }: Call, answer: Heard, deed: Deed): string[] {
  const { status, text } = answer;
  const found: string[] = [];
  const code = codeOf(answer);
  // that a service of others is away the contract of a route that asks it says
  const isAway = status === 503 && route.errors.some((error) => error.code === code);
  if (status >= 500 && !isAway) found.push(`answered ${status}`);
  if (INNARDS.test(text)) found.push('told how the server is made');
  // a page says it in words
  if (status >= 400 && code === undefined && !route.raw) found.push('refused without a code');
  if (code && !declared(route, code)) found.push(`answered ${code}, which its contract does not name`);
  if (status >= 400 && deed.written > 0 && !WALLS[keyOf(route)]?.remembers) found.push('refused and yet wrote');
  if (status < 300 && !route.raw && route.returns.type !== 'undefined' && !route.returns.safeParse(read(text)).success)
    found.push('answered what its contract does not say');
  const unknown = namesUnknown(route.query, question.query) || namesUnknown(route.body, question.body ?? {});
  if (status < 400 && unknown) found.push('took a field that its contract does not have');
  if (({} as Record<string, unknown>).polluted !== undefined) found.push('changed the prototype of objects');
  return found;
}

/** Whether an object names, at its top, what the contract does not: walls/matrix.test.ts looks deeper. */
function namesUnknown(schema: z.ZodType, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { properties = {}, additionalProperties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  if (additionalProperties !== undefined) return false;
  return Object.keys(value).some((name) => !Object.hasOwn(properties, name));
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** When a world is worn out, its books still agree. */
async function audit(app: TestApp, { ours, theirs }: World, report: Report): Promise<void> {
  for (const { project } of [ours, theirs]) {
    const answer = await app.app.server.inject({
      url: `/api/projects/${project.id}/audit`,
      headers: { authorization: `Bearer ${project.owner.token}` },
    });
    if (answer.statusCode === 200 && answer.json().ok) continue;
    const call: Call = { actor: 'Owner', question: { params: {}, query: {}, body: undefined, headers: {} } };
    fail(report, {
      why: 'the books do not agree',
      route: 'GET projects/:project_id/audit',
      call,
      status: answer.statusCode,
      answer:
        answer.statusCode === 200
          ? JSON.stringify(wrongIn(answer.json())).slice(0, 2_000)
          : answer.body.slice(0, 2_000),
    });
  }
}

const wrongIn = ({ checks }: { checks: { differences_total: number }[] }): object[] =>
  checks.filter(({ differences_total }) => differences_total > 0);
