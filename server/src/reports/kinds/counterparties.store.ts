import { sql } from 'drizzle-orm';
import { kind, PAGE } from './kind';

interface Row {
  readonly id: string;
  readonly sort_name: string;
  readonly name: string;
  readonly legal_name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly manager: string | null;
  readonly discount: number;
  readonly deleted: boolean;
  readonly opening: number;
  readonly taken: number;
  readonly given: number;
  readonly postings: number;
}

/**
 * Each counterparty's balance before the period and at its end, and what was taken from it and given to it between, by
 * the days that postings belong to. Below zero: it owes. A deleted one stands here while it has anything to tell.
 */
export const counterparties = kind<Row>({
  columns: [
    { as: 'text', ua: 'Контрагент', en: 'Counterparty', of: (row) => row.name },
    { as: 'text', ua: 'Юридична назва', en: 'Legal name', of: (row) => row.legal_name },
    { as: 'text', ua: 'Телефон', en: 'Phone', of: (row) => row.phone },
    { as: 'text', ua: 'E-mail', en: 'E-mail', of: (row) => row.email },
    { as: 'text', ua: 'Менеджер', en: 'Manager', of: (row) => row.manager },
    { as: 'percent', ua: 'Знижка, %', en: 'Discount, %', of: (row) => row.discount },
    { as: 'money', ua: 'Баланс на початок, грн', en: 'Opening balance, UAH', of: (row) => row.opening, foot: true },
    { as: 'money', ua: 'Списано, грн', en: 'Deducted, UAH', of: (row) => row.taken, foot: true },
    { as: 'money', ua: 'Зараховано, грн', en: 'Credited, UAH', of: (row) => row.given, foot: true },
    {
      ...{ as: 'money', ua: 'Баланс на кінець, грн', en: 'Closing balance, UAH', foot: true },
      of: ({ opening, taken, given }) => opening - taken + given,
    },
    { as: 'count', ua: 'Операцій', en: 'Postings', of: (row) => row.postings, foot: true },
  ],
  leavesOut: ({ deleted, opening, postings }) => deleted && opening === 0 && postings === 0,
  read: (tx, { project_id, from, to }, after) =>
    tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with page as materialized (
        select c.* from counterparties c
        where c.project_id = ${project_id}
          ${after ? sql`and (c.sort_name, c.id) > (${after.sort_name}, ${after.id}::uuid)` : sql``}
        order by c.sort_name, c.id limit ${PAGE}
      )
      select c.id, c.sort_name, c.name, c.legal_name, c.phone, c.email, m.name as manager, c.discount,
        c.deleted_at is not null as deleted, p.opening, p.taken, p.given, p.postings
      from page c
      left join users m on m.id = c.manager_id
      cross join lateral (
        select coalesce(sum(p.counterparty_change) filter (where p.day < ${from}), 0)::float8 as opening,
          coalesce(-sum(p.counterparty_change) filter (where p.day >= ${from} and p.counterparty_change < 0), 0)::float8 as taken,
          coalesce(sum(p.counterparty_change) filter (where p.day >= ${from} and p.counterparty_change > 0), 0)::float8 as given,
          count(*) filter (where p.day >= ${from})::int as postings
        from postings p where p.project_id = c.project_id and p.counterparty_id = c.id and p.day <= ${to}
      ) p
      order by c.sort_name, c.id`),
});
