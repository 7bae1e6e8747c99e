import { type SQL, sql } from 'drizzle-orm';
import { timeAt } from '../../kit/db/days';
import { OWN_ACCOUNT } from '../../ledger/tables';
import { inWords, kind, numbered, PAGE, type Words } from './kind';

interface Row {
  readonly id: string;
  readonly day: string;
  readonly account: 'sales' | 'returns';
  readonly change: number;
  readonly ref_kind: string;
  readonly number: number | null;
  readonly prefix: string | null;
  readonly document: number | null;
  readonly counterparty: string;
  readonly comment: string;
  readonly author: string | null;
  readonly created_at: string;
}

const ACCOUNTS: Readonly<Record<Row['account'], Words>> = {
  sales: { ua: 'Нарахування', en: 'Charge' },
  returns: { ua: 'Повернення', en: 'Return' },
};
/** What was charged is taken from the counterparty, what came back is given. */
const charged = ({ account, change }: Row): number | null => (account === 'sales' ? -change : null);
const returned = ({ account, change }: Row): number | null => (account === 'returns' ? change : null);

/** The postings that the revenue of the statistics is the sum of, by their days. */
export const revenue = kind<Row>({
  columns: [
    { as: 'day', ua: 'День', en: 'Day', of: (row) => row.day },
    { as: 'text', ua: 'Операція', en: 'Operation', of: ({ account }, locale) => inWords(ACCOUNTS, account, locale) },
    { as: 'text', ua: 'Замовлення', en: 'Order', of: numbered },
    { as: 'number', ua: 'Документ обороту №', en: 'Turnover document No.', of: (row) => row.document },
    { as: 'text', ua: 'Контрагент', en: 'Counterparty', of: (row) => row.counterparty },
    { as: 'money', ua: 'Нараховано, грн', en: 'Charged, UAH', of: charged, foot: true },
    { as: 'money', ua: 'Повернуто, грн', en: 'Returned, UAH', of: returned, foot: true },
    { as: 'money', ua: 'Виручка, грн', en: 'Revenue, UAH', of: ({ change }) => -change, foot: true },
    { as: 'text', ua: 'Коментар', en: 'Comment', of: (row) => row.comment },
    { as: 'text', ua: 'Хто', en: 'Who', of: (row) => row.author },
    { as: 'time', ua: 'Внесено', en: 'Entered', of: (row) => row.created_at },
  ],
  read(tx, { project_id, from, to, counterparty_id }, after) {
    const of = (account: Row['account']): SQL => sql`
      (select p.*, ${account}::text as account from postings p
        where p.project_id = ${project_id} and ${OWN_ACCOUNT} = ${account} and p.day between ${from} and ${to}
          ${counterparty_id ? sql`and p.counterparty_id = ${counterparty_id}` : sql``}
          ${after ? sql`and (p.day, p.id) > (${after.day}::date, ${after.id}::uuid)` : sql``}
        order by p.day, p.id limit ${PAGE})`;
    return tx.rows<{ [K in keyof Row]: Row[K] }>(sql`
      with taken as materialized (
        select * from (${of('sales')} union all ${of('returns')}) p order by p.day, p.id limit ${PAGE}
      )
      select p.id, p.day, p.account, p.counterparty_change::float8 as change, p.ref_kind, o.number, o.prefix,
        d.number as document, c.name as counterparty, p.comment, u.name as author, ${timeAt(sql`p.created_at`)} as created_at
      from taken p
      join counterparties c on c.project_id = p.project_id and c.id = p.counterparty_id
      left join return_items r on p.ref_kind = 'return_item' and r.project_id = p.project_id and r.id = p.ref_id
      left join orders o on o.project_id = p.project_id
        and o.id = case p.ref_kind when 'order' then p.ref_id when 'return_item' then r.order_id end
      left join turnover_documents d on p.ref_kind = 'turnover' and d.project_id = p.project_id and d.id = p.ref_id
      left join users u on u.id = p.actor_id
      order by p.day, p.id`);
  },
});
