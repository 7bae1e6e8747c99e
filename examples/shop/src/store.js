/** What the shop keeps, in one SQLite file: goods as Lanka told them last, orders of its own, and how far it has read. */
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
  pragma journal_mode = wal;
  create table if not exists state (name text primary key, value text not null) strict;
  create table if not exists goods (
    id text primary key, product_id text not null, title text not null, sku text not null,
    price integer, available integer, tracked integer not null
  ) strict;
  create table if not exists orders (
    number integer primary key autoincrement, key text not null unique, body text not null, placed_at text not null,
    lanka_id text unique, lanka_number integer, status text, ttn text, version integer, problem text
  ) strict;
`;

export function openStore(file) {
  const db = new DatabaseSync(file);
  db.exec(SCHEMA);
  const put = db.prepare(
    `insert into goods (id, product_id, title, sku, price, available, tracked) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update set product_id = excluded.product_id, title = excluded.title, sku = excluded.sku,
       price = excluded.price, available = excluded.available, tracked = excluded.tracked`,
  );
  const set = db.prepare(
    'insert into state (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
  );
  const read = db.prepare('select value from state where name = ?');
  const withStatus = db.prepare(
    `update orders set status = :status, ttn = :ttn, version = coalesce(:version, version)
     where lanka_id = :id and (:version is null or version is null or version < :version)`,
  );

  return {
    /** What is done together stands together, or not at all. */
    together(work) {
      db.exec('begin immediate');
      try {
        work();
        db.exec('commit');
      } catch (error) {
        db.exec('rollback');
        throw error;
      }
    },
    read: (name) => read.get(name)?.value ?? null,
    write: (name, value) => void set.run(name, value),
    putGoods({ id, product_id, product_name, name, sku, recommended_price, available, tracked }) {
      const title = name ? `${product_name}, ${name}` : product_name;
      put.run(id, product_id, title, sku, recommended_price, available, tracked ? 1 : 0);
    },
    setStock: db.prepare('update goods set available = ? where id = ?'),
    setPrice: db.prepare('update goods set price = ? where id = ?'),
    removeProduct: db.prepare('delete from goods where product_id = ?'),
    removeGoods: db.prepare('delete from goods where id = ?'),
    removeAll: () => db.exec('delete from goods'),
    goods: () => db.prepare('select * from goods order by title, id').all(),
    orders: () => db.prepare('select * from orders order by number desc').all(),
    /** Orders that are not at Lanka yet, or of which it is not known how they are there; the oldest first. */
    waiting: () => db.prepare('select * from orders where version is null and problem is null order by number').all(),
    keep: (key, body) =>
      Number(
        db
          .prepare('insert into orders (key, body, placed_at) values (?, ?, ?)')
          .run(key, JSON.stringify(body), new Date().toISOString()).lastInsertRowid,
      ),
    placed: (number, { id, number: theirs }) =>
      void db.prepare('update orders set lanka_id = ?, lanka_number = ? where number = ?').run(id, theirs, number),
    refused: (number, problem) =>
      void db.prepare('update orders set problem = ? where number = ?').run(problem, number),
    /**
     * What is read later may be older: an answer that was kept, or a page that was asked for before. A list of orders
     * tells no version: it is read when its changes are followed already, which set right what has become old.
     */
    setStatus: ({ id, status, ttn = null, version = null }) => void withStatus.run({ id, status, ttn, version }),
    close: () => db.close(),
  };
}
