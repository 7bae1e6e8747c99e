import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
/** Less than half as long as the `source` of the package, and every page reads it. */
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string; html: string }[];
}

/** The rules that another colour scheme alone can break. */
export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** A list's first rows stand for all of it: a row costs as much as the frame around the list. */
const MORE_ROWS = ['tbody tr:nth-child(n+13)', '.card-row:nth-child(n+13)'];

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What is wrong with the page for people who use assistive technology (WCAG 2.2 AA, as far as a program can tell):
 * one readable text for each place, none when all is well. `expect(await axe(page)).toEqual([])`.
 */
export async function axe(
  page: Page,
  options: { within?: string; except?: string[]; only?: readonly string[] } = {},
): Promise<string[]> {
  // not as a script element: the content security policy forbids those
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  const context = { include: [options.within ?? 'body'], exclude: [...MORE_ROWS, ...(options.except ?? [])] };
  const runOnly = options.only ? { type: 'rule', values: options.only } : { type: 'tag', values: LEVELS };
  // the rules in use look at sounds and films that are loaded, none at the text of styles
  const settings = { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } };
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(settings)}).then((result) => result.violations)`,
  )) as Violation[];
  return violations.flatMap((found) =>
    found.nodes.map((node) => {
      const why = node.failureSummary?.replace(/\s+/g, ' ') ?? found.help;
      return `${found.id} (${found.impact ?? 'unknown'}) at ${node.target.join(' ')}: ${why} ${node.html.slice(0, 160)}`;
    }),
  );
}
