import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
// all slices: their figures are declared where they are counted
import '../src/app';
import { registry } from '../src/kit/observe/meters';
import { readQuery, type Selector } from './promql';

const docs = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), 'utf8');

interface Target {
  readonly refId: string;
  readonly expr: string;
  readonly legendFormat?: string;
  readonly datasource: { readonly type: string; readonly uid: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly targets?: readonly Target[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const dashboard = JSON.parse(docs('observability/dashboard.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
};
const alerts = parse(docs('observability/alerts.yml')) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rules = alerts.groups.flatMap((group) => group.rules);

interface Figure {
  readonly type: string;
  readonly labels: readonly string[];
}

/** What `/metrics` answers under this name: `x_bucket`, `x_sum` and `x_count` for a histogram x. */
async function figureOf(name: string): Promise<Figure | undefined> {
  const declared = new Map((await registry.getMetricsAsJSON()).map((figure) => [figure.name, String(figure.type)]));
  const labels = (of: string): string[] =>
    (registry.getSingleMetric(of) as unknown as { labelNames?: string[] }).labelNames ?? [];
  const [, base = '', part = ''] = /^(.*)_(bucket|sum|count)$/.exec(name) ?? [];
  if (declared.get(base) === 'histogram')
    return { type: part, labels: [...labels(base), ...(part === 'bucket' ? ['le'] : [])] };
  const type = declared.get(name);
  return type === undefined || type === 'histogram' ? undefined : { type, labels: labels(name) };
}

/** What is wrong with a query, in words; an empty list is what it must be. */
async function faultsOf(query: string, legend = ''): Promise<string[]> {
  const selectors = readQuery(query);
  const faults: string[] = selectors.length === 0 ? [`${query} asks for nothing`] : [];
  for (const { name, matched, within } of selectors) {
    const figure = await figureOf(name);
    if (!figure) {
      faults.push(`${name} is not in /metrics`);
      continue;
    }
    const { type, labels } = figure;
    const grows = type !== 'gauge';
    const isRate = within.some((one) => one.name === 'rate' || one.name === 'increase');
    if (isRate !== grows) faults.push(`${name} is a ${type}: ${isRate ? 'it has no rate' : 'only its rate tells'}`);
    const quantile = within.findIndex((one) => one.name === 'histogram_quantile');
    if (quantile >= 0 !== (type === 'bucket')) faults.push(`${name}: quantiles are of buckets, and only they`);
    if (quantile >= 0 && !within.slice(0, quantile).some(({ by }) => by?.includes('le')))
      faults.push(`${name}: its buckets are added up without le`);
    const asked = [...matched, ...within.flatMap(({ by = [] }) => by)];
    for (const label of asked) if (!labels.includes(label)) faults.push(`${name} has no label ${label}`);
    const shown = shownLabels({ name, matched, within }, labels);
    for (const [, label = ''] of legend.matchAll(/\{\{(\w+)\}\}/g))
      if (!shown.includes(label)) faults.push(`${name}: the legend has no ${label}`);
  }
  return faults;
}

/** The labels that are left when everything around a selector has been done. */
function shownLabels({ within }: Selector, labels: readonly string[]): readonly string[] {
  // topk and bottomk keep what they choose from
  const aggregations = within.filter(({ name, by }) => by || /^(sum|max|min|avg|count)$/.test(name));
  return aggregations.reduce<readonly string[]>((left, { by = [] }) => left.filter((one) => by.includes(one)), labels);
}

describe('the check of a query', () => {
  it.each([
    ['sum(rate(lanka_orders_moved_total[5m]) by', /no PromQL/],
    ['sum(rate(lanka_orders_lost_total[5m]))', /not in \/metrics/],
    ['rate(http_request_duration_seconds[5m])', /not in \/metrics/],
    ['sum(lanka_orders_moved_total)', /only its rate/],
    ['rate(lanka_dead_letters[5m])', /it has no rate/],
    ['lanka_orders_moved_total{from="Draft"}', /no label from/],
    ['sum by (project) (rate(lanka_orders_moved_total[5m]))', /no label project/],
    ['histogram_quantile(0.9, sum by (route) (rate(http_request_duration_seconds_bucket[5m])))', /without le/],
    ['histogram_quantile(0.9, rate(lanka_request_statements_sum[5m]))', /of buckets/],
  ])('notices what is wrong with %s', async (query, wrong) => {
    const faults = await faultsOf(query).catch((error: Error) => [error.message]);
    expect(faults.join('\n')).toMatch(wrong);
  });

  it('notices a legend that would stay empty', async () => {
    const query = 'sum by (status) (rate(http_request_duration_seconds_count[5m]))';
    expect(await faultsOf(query, '{{status}}')).toEqual([]);
    expect(await faultsOf(query, '{{route}}')).toHaveLength(1);
  });
});

describe('the dashboard', () => {
  const targets = dashboard.panels.flatMap(({ title, targets: own = [] }) =>
    own.map((target) => [`${title} ${target.refId}`, target] as const),
  );

  it.each(targets)('asks for figures and labels that exist: %s', async (_name, { expr, legendFormat = '' }) => {
    // what Grafana puts in
    expect(await faultsOf(expr.replaceAll('$__rate_interval', '5m'), legendFormat)).toEqual([]);
  });

  it('asks the source of data that its reader chooses', () => {
    expect(dashboard.templating.list.map(({ name, type }) => [name, type])).toEqual([['datasource', 'datasource']]);
    for (const [, { datasource }] of targets)
      expect(datasource).toEqual({ type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) });
  });

  it('has its panels side by side, each with a number and a known unit', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Map<string, string>();
    for (const { title, type, gridPos, fieldConfig, targets: own = [] } of panels) {
      expect(['row', 'stat', 'timeseries']).toContain(type);
      expect(own.length > 0, title).toBe(type !== 'row');
      expect(new Set(own.map(({ refId }) => refId)).size).toBe(own.length);
      // names that Grafana gives to units
      expect([undefined, 'short', 's', 'reqps', 'ops', 'percentunit', 'bytes', 'none']).toContain(
        fieldConfig?.defaults.unit,
      );
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
        expect(x).toBeLessThan(24);
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.get(`${x}/${y}`), `${title} lies over another`).toBeUndefined();
          taken.set(`${x}/${y}`, title);
        }
      }
    }
  });
});

describe('the alerts', () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s asks for figures that exist', async (_name, rule) => {
    expect(await faultsOf(rule.expr)).toEqual([]);
    expect(rule.for).toMatch(/^\d+[smh]$/);
    expect(['page', 'warn']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\w/);
  });

  it('are told of in the documentation, each once', () => {
    const told = [...docs('observability.md').matchAll(/^\| (Lanka\w+) \| .+ \|$/gm)].map(([, name]) => name);
    expect(told).toEqual(rules.map(({ alert }) => alert));
  });
});
