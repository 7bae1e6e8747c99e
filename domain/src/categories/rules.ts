/** A shop has some dozens of categories; a feed of a marketplace brings some hundreds. */
export const MAX_CATEGORIES = 2_000;
/** So many names one below another: deeper trees lose whoever looks for something in them. */
export const MAX_DEPTH = 8;
export const MAX_CATEGORY_NAME = 60;

/** Between the names of a path, which for that reason have none of it: `Одяг > Сукні`. */
export const PATH_SEPARATOR = ' > ';

/** A name as it is kept: one line, without the sign that parts a path. */
export const categoryName = (text: string): string =>
  text.replace(/>/g, ' ').replace(/\s+/g, ' ').trim().slice(0, MAX_CATEGORY_NAME).trim();

/** `Одяг > Сукні` as the names from the root down; without those that are empty. */
export const namesOfPath = (path: string): string[] => path.split('>').map(categoryName).filter(Boolean);

/** A path as a file tells it, cut to what a tree takes: names that repeat the one above say nothing. */
export function pathOfNames(names: readonly string[]): string[] {
  const clean = names.map(categoryName).filter(Boolean);
  return clean.filter((name, i) => name.toLowerCase() !== clean[i - 1]?.toLowerCase()).slice(0, MAX_DEPTH);
}

/** What is the same category, however it is written. */
export const pathKey = (names: readonly string[]): string => names.join(PATH_SEPARATOR).toLowerCase();

export interface Node {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
}

/** The category and all below it. */
export function branchOf(tree: readonly Node[], id: string): string[] {
  const children = new Map<string, string[]>();
  for (const node of tree)
    if (node.parent_id) children.set(node.parent_id, [...(children.get(node.parent_id) ?? []), node.id]);
  const found = [id];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

/** The names from the root down to this one. */
export function namesTo(tree: readonly Node[], id: string | null): string[] {
  const byId = new Map(tree.map((node) => [node.id, node]));
  const names: string[] = [];
  for (let at = id === null ? undefined : byId.get(id); at; at = at.parent_id ? byId.get(at.parent_id) : undefined)
    names.unshift(at.name);
  return names;
}

export type TreeRefusal = 'taken' | 'below_itself' | 'too_deep' | 'unknown_parent';

/** Why a category cannot stand there, or null. `own`: the one that moves with all that is below it. */
export function refusePlace(
  tree: readonly Node[],
  { name, parent_id }: { readonly name: string; readonly parent_id: string | null },
  own?: string,
): TreeRefusal | null {
  if (parent_id !== null && !tree.some(({ id }) => id === parent_id)) return 'unknown_parent';
  const branch = own === undefined ? [] : branchOf(tree, own);
  if (parent_id !== null && branch.includes(parent_id)) return 'below_itself';
  const depth = (id: string) => namesTo(tree, id).length;
  const height = own === undefined ? 1 : Math.max(...branch.map(depth)) - depth(own) + 1;
  if ((parent_id === null ? 0 : depth(parent_id)) + height > MAX_DEPTH) return 'too_deep';
  const key = name.toLowerCase();
  const taken = tree.some((one) => one.id !== own && one.parent_id === parent_id && one.name.toLowerCase() === key);
  return taken ? 'taken' : null;
}

/** A category that goes into another, or is cleared away: what moves to where. */
export interface Merge {
  /** Children that hang themselves under the other one. */
  readonly moved: readonly { readonly id: string; readonly parent_id: string }[];
  /** Categories that go, each with the one that gets its goods; deepest first. */
  readonly gone: readonly { readonly id: string; readonly into: string }[];
}

/**
 * One category into another: its goods go there, its children too, and those that the other has by the same name become
 * one with them.
 */
export function planMerge(tree: readonly Node[], from: string, into: string): Merge {
  const moved: { id: string; parent_id: string }[] = [];
  const gone: { id: string; into: string }[] = [];
  const childrenOf = (id: string) => tree.filter((node) => node.parent_id === id);
  const join = (source: string, target: string): void => {
    const known = new Map(childrenOf(target).map((node) => [node.name.toLowerCase(), node.id]));
    for (const child of childrenOf(source)) {
      const twin = known.get(child.name.toLowerCase());
      // what goes takes nothing in, also where it stands below the other
      if (twin !== undefined && twin !== from) join(child.id, twin);
      else moved.push({ id: child.id, parent_id: target });
    }
    gone.push({ id: source, into: target });
  };
  join(from, into);
  return { moved, gone };
}
