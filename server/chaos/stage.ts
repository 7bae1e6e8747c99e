import pg from 'pg';
import pino from 'pino';
import { hashPassword, setPasswordHash, upsertUser } from '../src/identity';
import { openDatabase } from '../src/kit/db/db';
import type { Http } from './http';

/** The project that the load works in. */
export interface Stage {
  readonly project_id: string;
  readonly owner: string;
  readonly dropshipper: string;
  /** The dropshipper's own counterparty, and some without access. */
  readonly own: string;
  readonly counterparties: readonly string[];
  readonly variants: readonly string[];
}

const PASSWORD = 'a long enough password';
const PIECES = 1_000_000;

async function makeUsers(url: string, ...emails: string[]): Promise<string[]> {
  const db = await openDatabase(url, { poolSize: 1, prepared: true }, pino({ level: 'silent' }));
  try {
    const hash = await hashPassword(PASSWORD);
    const ids: string[] = [];
    for (const email of emails) {
      ids.push(
        await db.transaction({}, async (tx) => {
          const { id } = await upsertUser(tx, email, email);
          await setPasswordHash(tx, id, hash);
          return id;
        }),
      );
    }
    return ids;
  } finally {
    await db.close();
  }
}

/** Two users, a project, products with stock, counterparties: through HTTP wherever HTTP has a way. */
export async function makeStage(http: Http, databaseUrl: string): Promise<Stage> {
  const must = async (token: string | undefined, method: 'POST' | 'PATCH', path: string, body: object) => {
    const reply = await http.ask({ method, path: `/api/${path}`, body, ...(token ? { token } : {}) });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const [ownerId, dropshipperId] = await makeUsers(databaseUrl, 'owner@chaos.example', 'shop@chaos.example');
  const signIn = async (email: string): Promise<string> =>
    String((await must(undefined, 'POST', 'auth/token', { email, password: PASSWORD })).access_token);
  const owner = await signIn('owner@chaos.example');
  const project_id = String(
    (
      await must(owner, 'POST', 'projects', {
        project: {
          legal_type: 'ФОП',
          legal_name: 'ФОП Коваленко Олена Петрівна',
          contact_person: 'Олена Коваленко',
          edropoy_code: '3184710691',
          title: 'Фабрика',
          category: 'Одяг',
        },
      })
    ).id,
  );
  const at = `projects/${project_id}`;
  const counterparty = async (name: string): Promise<string> =>
    String((await must(owner, 'POST', `${at}/counterparties`, { name })).id);
  const own = await counterparty('Дропшипер');
  const counterparties = [await counterparty('Магазин 1'), await counterparty('Магазин 2')];
  const variants: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const product = await must(owner, 'POST', `${at}/products/create_v2`, {
      name: `Плаття ${n}`,
      variants: ['S', 'M', 'L', 'XL'].map((size) => ({
        price: 50_000,
        recommended_price: 80_000,
        sku: `${n}-${size}`,
        values: [{ option: 'Розмір', value: size }],
      })),
    });
    await must(owner, 'PATCH', `${at}/products/${product.id}/publish`, {});
    for (const { id } of product.variants as { id: string }[]) {
      await must(owner, 'POST', `${at}/product_variants/${id}/stock`, { delta: PIECES });
      variants.push(id);
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // past the invitation, whose letters are part of what is watched later
    await client.query(`select set_config('lanka.project_ids', $1, false)`, [project_id]);
    await client.query(
      `insert into memberships (project_id, user_id, role, counterparty_id) values ($1, $2, 'Client', $3)`,
      [project_id, dropshipperId, own],
    );
    await client.query('update counterparties set user_id = $2 where project_id = $1 and id = $3', [
      project_id,
      dropshipperId,
      own,
    ]);
  } finally {
    await client.end();
  }
  if (!ownerId) throw new Error('no owner');
  return { project_id, owner, dropshipper: await signIn('shop@chaos.example'), own, counterparties, variants };
}
