/** Which tests belong to a slice, for `npm test -- orders`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib.mjs';

const foldersOf = (workspace) =>
  readdirSync(join(ROOT, workspace, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** What may be asked for: the slices and the kit. Each has its folder; the import law lets no other stand beside them. */
export const SLICES = [...new Set(['domain', 'server', 'web'].flatMap(foldersOf).map(({ name }) => name))].sort();

function testsIn(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .sort();
}

/** A journey goes through several slices: it names them in a comment, `Slices: orders, catalog.` */
export function slicesOfJourney(source) {
  const named = /^ \*\s+Slices: (.+?)\.$/m.exec(source)?.[1];
  return named?.split(', ') ?? [];
}

/** What measures time in the browser. */
export const ALONE = ['e2e/weight.test.ts'];

/** What shows that the product starts, and does its main job, on the machine's own Node: they need no demo. */
export const OWN_NODE = ['e2e/main-job.test.ts', 'e2e/start.test.ts'];

/** The test files of these slices by project of vitest.config.ts; `alone` is `e2e alone`, `own` is `e2e own Node`. */
export function testsOf(slices) {
  const within = (workspace) => slices.flatMap((slice) => testsIn(`${workspace}/src/${slice}`));
  const goesThrough = (path) =>
    slicesOfJourney(readFileSync(join(ROOT, path), 'utf8')).some((slice) => slices.includes(slice));
  const names = readdirSync(join(ROOT, 'e2e')).filter((name) => name.endsWith('.test.ts'));
  const journeys = names.map((name) => `e2e/${name}`).filter(goesThrough);
  return {
    unit: [...within('domain'), ...within('web')],
    server: within('server'),
    e2e: journeys.filter((path) => !ALONE.includes(path) && !OWN_NODE.includes(path)),
    alone: journeys.filter((path) => ALONE.includes(path)),
    own: journeys.filter((path) => OWN_NODE.includes(path)),
  };
}
