import * as manufacture from '@lanka/domain/manufacture/contract';
import * as orders from '@lanka/domain/orders/contract';
import { updateProject } from '@lanka/domain/projects/contract';
import type { TestApp, TestProject } from './harness';

/** A project that takes orders beyond stock. */
export async function backorderProject(app: TestApp): Promise<TestProject> {
  const project = await app.project();
  await allowBackorders(app, project, true);
  return project;
}

export async function allowBackorders(app: TestApp, project: TestProject, allow_backorders: boolean): Promise<void> {
  const { status } = await app.call(updateProject, {
    params: { project_id: project.id },
    token: project.owner.token,
    body: { project: { allow_backorders } },
  });
  if (status !== 200) throw new Error(`the switch was refused: ${status}`);
}

/** What the tables say of those who wait: the level's figure, its rows, and the orders that are not filled yet. */
export async function waitingOf(app: TestApp, project: TestProject, variantId: string) {
  const [row] = await app.sql<{ waiting: number; rows: number; available: number }>(
    project.id,
    `select l.waiting, l.actual - l.booked as available,
       (select coalesce(sum(count - filled), 0)::int from stock_waits w where w.project_id = l.project_id
          and w.product_variant_id = l.product_variant_id and w.status = 'Waiting') as rows
     from stock_levels l where l.project_id = $1 and l.product_variant_id = $2`,
    [project.id, variantId],
  );
  if (!row) throw new Error('the variant has no level');
  return row;
}

/**
 * What must be none at any time: levels that are not the sums of their rows, waiting for what is on the shelf, lines of
 * open orders that are neither booked nor waiting to the piece, and waits of orders that are not open.
 */
export function wrongFigures(app: TestApp, project: TestProject): Promise<Record<string, unknown>[]> {
  return app.sql(
    project.id,
    `with levels as (
       select l.product_variant_id as id, l.actual, l.booked, l.waiting,
         (select coalesce(sum(delta), 0)::int from stock_movements m where m.project_id = l.project_id
            and m.product_variant_id = l.product_variant_id) as movements,
         (select coalesce(sum(count), 0)::int from bookings b where b.project_id = l.project_id
            and b.product_variant_id = l.product_variant_id and b.status = 'Active') as bookings,
         (select coalesce(sum(count - filled), 0)::int from stock_waits w where w.project_id = l.project_id
            and w.product_variant_id = l.product_variant_id and w.status = 'Waiting') as waits
       from stock_levels l where l.project_id = $1
     ), lines as (
       select o.number, o.status, i.count,
         (select coalesce(sum(b.count), 0)::int from bookings b where b.project_id = o.project_id and b.ref_id = o.id
            and b.ref_line = i.id and b.status = 'Active' and b.booked_hours is null) as booked,
         (select coalesce(sum(w.count - w.filled), 0)::int from stock_waits w where w.project_id = o.project_id
            and w.ref_id = o.id and w.ref_line = i.id and w.status = 'Waiting') as waits
       from orders o join order_items i on i.project_id = o.project_id and i.order_id = o.id where o.project_id = $1
     )
     select to_jsonb(levels) as wrong from levels
     where actual <> movements or booked <> bookings or waiting <> waits or (waiting > 0 and actual > booked)
     union all
     select to_jsonb(lines) from lines
     where case when status = any('{Pending,InProduction,Ready,Loading,Loaded}') then count <> booked + waits
       else waits > 0 end`,
    [project.id],
  );
}

/** What is still lacking of each line of the order, in the order of its lines. */
export async function lacking(app: TestApp, project: TestProject, id: string): Promise<number[]> {
  const { body } = await app.call(orders.readOrder, {
    params: { project_id: project.id, id },
    token: project.owner.token,
  });
  return body.items.map(({ waiting }) => waiting ?? 0);
}

/** The requests linked to an order: status and wanted pieces, oldest first. */
export async function requestsOf(app: TestApp, project: TestProject, order_id: string) {
  const { body } = await app.call(manufacture.listManufactureRequests, {
    params: { project_id: project.id },
    token: project.owner.token,
    query: { order_id, sort: 'number' },
  });
  return body.items;
}

export function moveRequest(
  app: TestApp,
  project: TestProject,
  token: string,
  id: string,
  to: manufacture.ManufactureStatus,
  made?: Record<string, number>,
) {
  return app.call(manufacture.moveManufactureRequest, {
    params: { project_id: project.id, id },
    token,
    body: {
      to,
      ...(made
        ? { made: Object.entries(made).map(([product_variant_id, count]) => ({ product_variant_id, count })) }
        : {}),
    },
  });
}
