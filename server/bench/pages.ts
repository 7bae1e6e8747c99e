import type { Data } from './data';
import type { Captured } from './floor';

/**
 * The floors of lists: for each the least statement that answers the same page from well-kept tables. It reads one row
 * for each that is shown, through the index that has the list's order, and joins what belongs to somebody else (names,
 * balances, levels) by its key. What a row could keep and ours looks up (the number of lines, the first picture, values
 * of options as text) stands as a constant, because in a well-kept table it would lie in the row. Nothing is counted.
 */
export function leastPages({ project_id, counterparties }: Data) {
  const page = (text: string, ...values: unknown[]): Captured => ({ text, values: [project_id, ...values] });
  return {
    products: page(
      `select p.id, p.name, p.thumbnail, p.published, p.deleted_at, p.tags, p.vendor, p.variants_count, p.only_variant_id,
         p.first_sku, p.min_price, p.max_price, p.min_recommended_price, p.max_recommended_price, p.version, p.created_at,
         p.updated_at, f.actual, f.available, f.out_of_stock
       from products p join product_figures f on f.project_id = $1 and f.product_id = p.id
       where p.project_id = $1 and p.published and p.deleted_at is null order by p.created_at desc, p.id desc limit 21`,
    ),
    orders: page(ORDERS('')),
    ordersByStatus: page(ORDERS('and o.status = $2'), 'Ready'),
    variants: page(
      `select v.id, v.product_id, v.name, v.name_given, v.sku, v.barcode, v.price, v.recommended_price, v.weight,
         v.description, v.position, v.version, v.created_at, v.updated_at, v.thumbnail, l.actual, l.booked,
         '[{"option": "Розмір", "value": "XL"}]'::jsonb as values, p.name as product_name, v.published, v.deleted_at
       from product_variants v
       join products p on p.project_id = $1 and p.id = v.product_id
       join stock_levels l on l.project_id = $1 and l.product_variant_id = v.id
       where v.project_id = $1 and v.deleted_at is null order by v.sort_name, v.id limit 51`,
    ),
    counterparties: page(
      `select c.id, c.name, c.legal_name, c.email, c.phone, c.comment, c.manager_id, c.discount, c.own_sales, c.version,
         c.created_at, c.updated_at, a.balance, null as manager_name, null as member_id, null as invitation
       from counterparties c join counterparty_accounts a on a.project_id = $1 and a.counterparty_id = c.id
       where c.project_id = $1 and c.deleted_at is null order by c.sort_name, c.id limit 51`,
    ),
    turnover: page(
      `select d.id, d.number, d.flow, d.type, d.status, d.counterparty_id, d.date, d.in_stock, d.sum, d.expected, d.comment,
         d.reverses, d.created_at, c.name as counterparty_name, 3 as items_count, 30 as count, 'Плаття' as first_product_title
       from turnover_documents d left join counterparties c on c.project_id = $1 and c.id = d.counterparty_id
       where d.project_id = $1 order by d.date desc, d.id desc limit 51`,
    ),
    payments: page(
      `select p.id, p.project_id, p.counterparty_id, p.type, p.account, p.amount, p.date, p.comment, p.status,
         p.decline_reason, p.created_by, p.processed_by, p.processed_at, p.created_at, c.name as counterparty_name,
         0 as balance_after, false as reversed, u.name as maker_name, u.name as processor_name
       from payments p
       join counterparties c on c.project_id = $1 and c.id = p.counterparty_id
       join users u on u.id = p.created_by
       where p.project_id = $1 order by p.created_at desc, p.id desc limit 51`,
    ),
    returns: page(
      `select r.id, r.number, r.status, r.origin, r.reason, r.count, r.undecided, r.credit, r.logistics_charge, r.created_at,
         o.id as order_id, o.number as order_number, c.name as counterparty_name, u.name as maker_name,
         1 as items_count, 'Плаття' as first_product_title
       from returns r
       join orders o on o.project_id = $1 and o.id = r.order_id
       join counterparties c on c.project_id = $1 and c.id = r.counterparty_id
       join users u on u.id = r.created_by
       where r.project_id = $1 order by r.created_at desc, r.id desc limit 51`,
    ),
    papers: page(
      `select p.id, p.type, p.issuer, p.number, p.revision, p.date, p.title, p.counterparty_id, p.party_name, p.total,
         p.subject_kind, p.subject_id, p.created_at, pr.title as project_title, u.name as issued_by
       from papers p join projects pr on pr.id = $1 left join users u on u.id = p.user_id
       where p.project_id = $1 and p.issuer = 'manufacturer' order by p.date desc, p.id desc limit 51`,
    ),
    // what each has bought, and how he was reached last, would lie in the row
    clients: page(
      `select c.id, c.name, c.email, c.comment, c.version, c.created_at, c.updated_at, p.phone
       from clients c left join client_phones p on p.project_id = $1 and p.client_id = c.id and p.position = 0
       where c.project_id = $1 order by c.sort_name, c.id limit 51`,
    ),
    suppliers: {
      text: `select s.id, s.friendly_id, s.title, s.logo, s.category, s.city, s.region, s.minimum_order, s.delivery_time,
          s.goods, s.in_stock, s.newest_at, s.facts_orders, s.facts_hours, s.facts_canceled, s.facts_waited, s.verified_at
        from catalogue_suppliers s order by s.verified_at desc, s.id desc limit 21`,
      values: [],
    },
    goods: {
      text: `select g.id, g.supplier_id, g.title, g.supplier_title, g.category_path, g.picture, g.recommended_from,
          g.recommended_to, g.base_from, g.base_to, g.in_stock, g.created_at, 'supplier-1' as friendly_id, 'Львів' as city
        from catalogue_goods g order by g.created_at desc, g.id desc limit 51`,
      values: [],
    },
    ledger: page(
      `select l.id, l.sequence, l.purpose, l.source, l.destination, l.amount, l.counterparty_change, l.balance_after,
         l.ref_kind, l.ref_id, l.comment, l.actor_kind, l.actor_id, l.created_at, u.name as actor_name
       from postings l left join users u on u.id = l.actor_id
       where l.project_id = $1 and l.counterparty_id = $2 order by l.sequence desc limit 51`,
      counterparties[1],
    ),
  };
}

const ORDERS = (condition: string): string => `
  select o.id, o.project_id, o.number, o.status, o.counterparty_id, o.customer_name, o.sum, o.recommended_sum, o.ttn,
    o.sent_to_manager_at, o.created_at, o.updated_at, c.name as counterparty_name, null as manager_name,
    'Мануфактура' as project_title, 3 as items_count, null as first_thumbnail
  from orders o join counterparties c on c.project_id = $1 and c.id = o.counterparty_id
  where o.project_id = $1 ${condition} order by o.created_at desc, o.id desc limit 51`;
