import * as contract from '@lanka/domain/reports/contract';
import { parse } from 'csv-parse/sync';
import { vi } from 'vitest';
import type { z } from 'zod';
import type { TestApp, TestProject } from './harness';

type Body = z.input<typeof contract.CreateReportBody>;

/** For tests: asks for reports as a member of a project, and reads what they say. */
export const asking = (app: TestApp, project: TestProject, token = project.owner.token) => {
  const params = { project_id: project.id };
  const ask = (body: Body, headers: Record<string, string> = {}) =>
    app.call(contract.createReport, { token, params, body, headers });
  const read = async (id: string) => (await app.call(contract.readReport, { token, params: { ...params, id } })).body;
  /** The report when it is over. */
  const over = (id: string): Promise<contract.Report> =>
    vi.waitFor(
      async () => {
        const found = await read(id);
        if (found.status !== 'done' && found.status !== 'failed') throw new Error(`it is ${found.status}`);
        return found;
      },
      { timeout: 60_000, interval: 20 },
    );
  const fetched = async ({ url }: contract.Report): Promise<Buffer> =>
    (await app.app.server.inject({ method: 'GET', url: String(url) })).rawPayload;
  /** Its heads, its rows and the sums at the foot, by the names of the columns. */
  const table = async (body: Body, headers: Record<string, string> = {}) => {
    const made = await ask({ format: 'csv', ...body }, headers);
    if (made.status !== 201) throw new Error(JSON.stringify(made.error));
    const done = await over(made.body.id);
    const [heads = [], ...lines] = parse(await fetched(done), { bom: true, delimiter: ';' }) as string[][];
    const named = lines.map((line) => Object.fromEntries(line.map((cell, at) => [heads[at] ?? '', cell])));
    return { done, heads, rows: named.slice(0, -1), foot: named.at(-1) ?? {} };
  };
  return { ask, read, over, fetched, table };
};

/** A cell of hryvnias in kopecks. */
export const kopecksOf = (cell: string | undefined): number => Math.round(Number(cell) * 100);
