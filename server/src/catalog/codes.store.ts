import { internalCode } from '@lanka/domain/kit/barcode';
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';

import { sql } from 'drizzle-orm';
import { idArray, textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { atMost } from '../kit/db/paging';
import { queueForSearch } from '../search';
import { isDuplicateBarcode } from './barcodes.store';
import { PRODUCTS } from './searched.store';

/** A request's, or the project of a job. */
type Scope = { readonly project: { readonly id: string } };

export interface GivenCode {
  readonly product_variant_id: string;
  readonly code: string;
}

/** Draws so many numbers and answers the first. Whoever else hands out codes in this project waits until we commit. */
async function drawNumbers(tx: Tx, { project }: Scope, count: number): Promise<number> {
  const [row] = await tx.rows<{ value: number }>(sql`
    insert into counters as c (project_id, name, value) values (${project.id}, 'internal_code', ${count})
    on conflict (project_id, name) do update set value = c.value + excluded.value returning value`);
  return Number(row?.value ?? count) - count + 1;
}

/** Those of these codes that are on a label already; somebody may have typed one of ours as a barcode. */
async function takenCodes(tx: Tx, { project }: Scope, codes: readonly string[]): Promise<Set<string>> {
  const found = await tx.rows<{ code: string }>(sql`
    select code from product_variants
      where project_id = ${project.id} and deleted_at is null and code = any(${textArray(codes)})`);
  return new Set(found.map(({ code }) => code));
}

/**
 * Gives internal codes to at most `limit` living modifications without a code, of these ids or of all. Products that
 * somebody is changing at the moment are passed over: a change writes the search texts of all its modifications.
 * Answers null when somebody has just typed one of these codes as a barcode: nothing can be done in this transaction.
 */
export async function giveCodes(
  tx: Tx,
  scope: Scope,
  ids: readonly string[] | null,
  limit: number,
): Promise<GivenCode[] | null> {
  const project_id = scope.project.id;
  // the lock comes before what it protects: two who hand out at once give different codes to different modifications
  let next = await drawNumbers(tx, scope, 1);
  const bare = await tx.rows<{ id: string; product_id: string }>(sql`
    select v.id, v.product_id from product_variants v
      join products p on p.project_id = v.project_id and p.id = v.product_id
    where v.project_id = ${project_id} and v.code is null and v.deleted_at is null
      ${ids === null ? sql`` : sql`and v.id = any(${idArray(ids)})`}
    order by v.id ${atMost(limit)} for no key update of p skip locked`);
  if (bare.length === 0) return [];
  const codes = [internalCode(next)];
  for (;;) {
    const taken = await takenCodes(tx, scope, codes);
    const free = codes.filter((code) => !taken.has(code));
    codes.splice(0, codes.length, ...free);
    const missing = bare.length - codes.length;
    if (missing <= 0) break;
    next = await drawNumbers(tx, scope, missing);
    for (let i = 0; i < missing; i += 1) codes.push(internalCode(next + i));
  }
  const rows = bare.map(({ id }, i) => ({ id, code: codes[i] }));
  try {
    const given = await tx.rows<{ id: string; product_id: string; code: string }>(sql`
      update product_variants v set internal_code = r.code, search_text = v.search_text || ' ' || r.code
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, code text)
      where v.project_id = ${project_id} and v.id = r.id and v.id = any(${idArray(bare.map(({ id }) => id))})
        and v.code is null and v.deleted_at is null
      returning v.id, v.product_id, v.internal_code as code`);
    await queueForSearch(
      tx,
      PRODUCTS,
      project_id,
      given.map(({ product_id }) => product_id),
    );
    return given.map(({ id, code }) => ({ product_variant_id: id, code }));
  } catch (error) {
    if (isDuplicateBarcode(error)) return null;
    throw error;
  }
}

/** Those of these modifications that live, each with its code if it has one. */
export async function readCodes(
  tx: Tx,
  { project }: Scope,
  ids: readonly string[],
): Promise<{ product_variant_id: string; code: string | null }[]> {
  if (ids.length === 0) return [];
  return tx.rows<{ product_variant_id: string; code: string | null }>(sql`
    select id as product_variant_id, code from product_variants
    where project_id = ${project.id} and id = any(${idArray(ids)}) and deleted_at is null`);
}

/** How many living modifications have no code, counted up to 10,000. */
export async function countWithoutCode(tx: Tx, { project }: Scope): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::integer as count from (
      select 1 from product_variants where project_id = ${project.id} and code is null and deleted_at is null
      ${atMost(EXACT_TOTAL)}) bare`);
  return Number(row?.count ?? 0);
}
