import type pg from 'pg';

/**
 * What the floor has changed of the stock. The least SQL keeps no figures of products and totals; so that the
 * self-audit can be asked afterwards they are brought up to date at the end, by difference: a fault of the product
 * would still be seen.
 */
export class Tally {
  private readonly changes = new Map<string, { available: number; pieces: number }>();

  add(variants: readonly string[], { available = 0, pieces = 0 }): void {
    for (const variant of variants) {
      const before = this.changes.get(variant) ?? { available: 0, pieces: 0 };
      this.changes.set(variant, { available: before.available + available, pieces: before.pieces + pieces });
    }
  }

  /** Every variant has so many pieces that none runs out. */
  async settle(pool: pg.Pool, project_id: string): Promise<void> {
    const all = [...this.changes];
    this.changes.clear();
    if (all.length === 0) return;
    await pool.query(
      `with changed as (
         select l.product_id, l.price, c.available, c.pieces from unnest($2::uuid[], $3::int[], $4::int[]) c(id, available, pieces)
         join stock_levels l on l.project_id = $1 and l.product_variant_id = c.id
       ), figures as (
         update product_figures f set available = f.available + c.available, actual = f.actual + c.pieces
         from (select product_id, sum(available) as available, sum(pieces) as pieces from changed group by product_id) c
         where f.project_id = $1 and f.product_id = c.product_id
       )
       update stock_totals set pieces = pieces + (select sum(pieces) from changed),
         value = value + (select sum(pieces * price) from changed)
       where project_id = $1 and id = (select id from stock_totals where project_id = $1 order by id limit 1)`,
      [project_id, all.map(([id]) => id), all.map(([, one]) => one.available), all.map(([, one]) => one.pieces)],
    );
  }
}
