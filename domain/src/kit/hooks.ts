/**
 * A question that a slice asks of slices above it: may this go, what do you know of it, do your part of it. The slice
 * that asks declares it; those above answer in their manifests.
 *
 *   export const projectCreated = hook<(tx: Tx, projectId: string) => Promise<unknown>>('projects.created');  // asked
 *   hooks: [on(projectCreated, openOwnSales)]                                                             // answered
 *   for (const open of app.hooks.all(projectCreated)) await open(tx, project.id);                          // used
 */
export interface Hook<F> {
  readonly name: string;
  /** Type only. */
  readonly type?: F;
}

export const hook = <F>(name: string): Hook<F> => ({ name });

export interface Answer {
  readonly hook: Hook<unknown>;
  readonly answer: unknown;
}

/** Answers a hook of a lower slice. */
export const on = <F>(asked: Hook<F>, answer: F): Answer => ({ hook: asked, answer });

export interface Hooks {
  /** The answers, in the order of the slices. */
  all<F>(asked: Hook<F>): readonly F[];
}

/** @param given of all slices, in their order; read once at start */
export function hooksOf(given: readonly Answer[]): Hooks {
  const answers = new Map<Hook<unknown>, unknown[]>();
  for (const { hook: asked, answer } of given) answers.set(asked, [...(answers.get(asked) ?? []), answer]);
  return { all: <F>(asked: Hook<F>) => (answers.get(asked) ?? []) as F[] };
}
