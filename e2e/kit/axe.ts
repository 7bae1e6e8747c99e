import { source } from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string; html: string }[];
}

const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * What is wrong with the page for people who use assistive technology (WCAG 2.2 AA, as far as a program can tell):
 * one readable text for each place, none when all is well. `expect(await axe(page)).toEqual([])`.
 */
export async function axe(page: Page, options: { within?: string; except?: string[] } = {}): Promise<string[]> {
  await page.evaluate(source); // not as a script element: the content security policy forbids those
  const context = { include: [options.within ?? 'body'], exclude: options.except ?? [] };
  const settings = { runOnly: { type: 'tag', values: LEVELS }, resultTypes: ['violations'] };
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
