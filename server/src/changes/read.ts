import { type ChangeWhat, changeErrors } from '@lanka/domain/changes/contract';
import type { ApiScope } from '@lanka/domain/kit/api_scopes';
import { CHANGE_KINDS, type ChangeKindName } from '@lanka/domain/kit/change_kinds';
import { can } from '@lanka/domain/kit/permissions';
import type { DropshippingScope, ProjectScope } from '../kit/auth/scope';
import type { RecordedKind } from '../kit/changes/record';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseAtSuppliers } from '../projects';
import { type Listener, type NumberedChange, type Numbers, readAfter, readNumbers } from './changes.store';
import { type Position, type Reached, wholly } from './cursor';

/** One entry as it is told. What `data` are says the kind. */
export interface ToldChange {
  readonly kind: ChangeKindName | 'supplier';
  readonly id: string;
  readonly project_id: string;
  readonly what: ChangeWhat;
  readonly at: string;
  readonly data: object | null;
}

export interface ToldPage {
  readonly items: readonly ToldChange[];
  readonly position: Position;
  readonly has_more: boolean;
}

/** By what it is known of what somebody hears. */
export interface Hearing {
  readonly role: ProjectScope['role'];
  readonly api_key?: { readonly scopes: readonly ApiScope[] } | undefined;
}

/** What this asker hears of: by his role, and by the scopes of the key that asks in his name. */
export function kindsFor(
  app: Pick<Services, 'changeKinds'>,
  { role, api_key }: Hearing,
  wanted: readonly string[] | undefined,
): ChangeKindName[] {
  return app.changeKinds
    .map(({ kind }) => kind)
    .filter((kind) => {
      const { permission, scopes } = CHANGE_KINDS[kind];
      const isGiven = !api_key || scopes.some((scope) => api_key.scopes.includes(scope));
      return isGiven && can(role, permission) && (!wanted || wanted.includes(kind));
    });
}

const NONE: Numbers = { last: 0, forgotten: 0 };

interface Ask {
  readonly after: Reached;
  readonly limit: number;
  readonly kinds: readonly string[] | undefined;
}

interface Part {
  readonly items: readonly ToldChange[];
  readonly reached: Reached;
  readonly has_more: boolean;
}

/** What is looked for when this asker reads what has changed in one project. */
export function listenerOf(
  app: Pick<Services, 'changeKinds'>,
  scope: Hearing & Pick<ProjectScope, 'project' | 'counterparty_id'>,
  kinds: readonly string[] | undefined,
): Listener {
  const isClient = scope.role === 'Client';
  const terms: readonly RecordedKind[] = isClient && (!kinds || kinds.includes('supplier')) ? ['terms'] : [];
  return {
    project_id: scope.project.id,
    counterparty_id: isClient ? scope.counterparty_id : null,
    kinds: [...kindsFor(app, scope, kinds), ...terms],
  };
}

/**
 * What of one project has changed since that number, for this asker. Whatever he may not see is passed over; the number
 * that is reached counts it too.
 * @throws changes.too_old
 */
export async function readPart(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { last, forgotten }: Numbers,
  { after: { number: after, whole }, limit, kinds }: Ask,
): Promise<Part> {
  if (after < forgotten || after > last) throw changeErrors.too_old({ path: 'after' });
  if (after === last) return { items: [], reached: wholly(last), has_more: false };
  const found = await readAfter(tx, listenerOf(app, scope, kinds), after, limit);
  const data = await readData(tx, app, scope, found);
  const has_more = found.length === limit;
  const newest = found.at(-1)?.number ?? last;
  return {
    items: found.flatMap((one) => told(scope, whole, one, data.get(`${one.kind} ${one.entity_id}`) ?? null)),
    reached: has_more ? { number: newest, whole } : wholly(Math.max(last, newest)),
    has_more,
  };
}

function told(
  { role, project }: ProjectScope,
  whole: number,
  { kind, entity_id: id, new_since, what, at, is_gone }: NumberedChange,
  data: object | null,
): ToldChange[] {
  const project_id = project.id;
  if (kind === 'terms')
    return is_gone
      ? [{ kind: 'supplier', id: project_id, project_id, what: 'changed', at, data: { title: project.title } }]
      : [];
  const common = { kind, id, project_id, at };
  if (data !== null)
    // where it is seen again its own row tells of it
    return is_gone ? [] : [{ ...common, what: (new_since ?? 0) > whole ? 'created' : 'changed', data }];
  // gone for him who could see it: of a dropshipper that is said by a row of its own
  const isGone = is_gone || (role !== 'Client' && what === 'deleted');
  return isGone ? [{ ...common, what: 'deleted', data: null }] : [];
}

interface AskAll {
  readonly position: Position | null;
  readonly limit: number;
  readonly kinds: readonly string[] | undefined;
}

/** @throws changes.cursor_unknown, changes.too_old */
export async function readChanges(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { position, limit, kinds }: AskAll,
): Promise<ToldPage> {
  const { id } = scope.project;
  const numbers = (await readNumbers(tx, [id])).get(id) ?? NONE;
  if (position === null) return { items: [], position: new Map([[id, wholly(numbers.last)]]), has_more: false };
  const after = position.get(id);
  if (after === undefined || position.size !== 1) throw changeErrors.cursor_unknown({ path: 'after' });
  const { items, reached, has_more } = await readPart(tx, app, scope, numbers, { after, limit, kinds });
  return { items, position: new Map([[id, reached]]), has_more };
}

const supplier = (project_id: string, what: ChangeWhat, title: string | null): ToldChange => ({
  ...{ kind: 'supplier', id: project_id, project_id, what, at: new Date().toISOString() },
  data: title === null ? null : { title },
});

/**
 * The same over all suppliers, one after another until the page is full. A supplier who is new to the cursor begins at
 * this moment: all his goods are to be read.
 */
export async function readMyChanges(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  { position, limit, kinds }: AskAll,
): Promise<ToldPage> {
  const ids = scope.suppliers.map(({ project_id }) => project_id);
  const scopes = await authoriseAtSuppliers(tx, scope, ids, 'changes.read');
  const numbers = await readNumbers(tx, ids);
  const reached = new Map<string, Reached>();
  const items: ToldChange[] = [];
  let has_more = false;
  const tellsSuppliers = !kinds || kinds.includes('supplier');
  for (const [id, at] of scopes) {
    const own = numbers.get(id) ?? NONE;
    const after = position?.get(id);
    const left = limit - items.length;
    if (after === undefined) {
      reached.set(id, wholly(own.last));
      if (position && tellsSuppliers) items.push(supplier(id, 'created', at.project.title));
    } else if (left <= 0) {
      reached.set(id, after);
      has_more ||= after.number < own.last;
    } else {
      const part = await readPart(tx, app, at, own, { after, limit: left, kinds });
      items.push(...part.items);
      reached.set(id, part.reached);
      has_more ||= part.has_more;
    }
  }
  if (tellsSuppliers)
    for (const id of position?.keys() ?? []) if (!scopes.has(id)) items.push(supplier(id, 'deleted', null));
  return { items, position: reached, has_more };
}

/** Where a reader begins who has read everything by now. */
export async function readPosition(tx: Tx, projectIds: readonly string[]): Promise<Position> {
  const numbers = await readNumbers(tx, projectIds);
  return new Map(projectIds.map((id) => [id, wholly((numbers.get(id) ?? NONE).last)]));
}

/** What this asker may see of these things now, by kind and id. */
export async function readData(
  tx: Tx,
  app: Pick<Services, 'changeKinds' | 'hooks'>,
  scope: ProjectScope,
  things: readonly { readonly kind: string; readonly entity_id: string }[],
): Promise<ReadonlyMap<string, object>> {
  const found = new Map<string, object>();
  const heard = kindsFor(app, scope, undefined);
  for (const { kind, read } of app.changeKinds) {
    const ids = [...new Set(things.flatMap((one) => (one.kind === kind ? one.entity_id : [])))];
    if (ids.length === 0 || !heard.includes(kind)) continue;
    for (const [id, data] of await read(tx, app, scope, ids)) found.set(`${kind} ${id}`, data);
  }
  return found;
}
