import type { Readable } from 'node:stream';
import * as contract from '@lanka/domain/feeds/contract';
import { createUpload } from '@lanka/domain/files/contract';
import type { TestApp, TestProject } from './harness';

const DEADLINE_MS = 240_000;

/** What tests of the import do again and again, through HTTP. */
export class Importing {
  constructor(
    readonly app: TestApp,
    readonly project: TestProject,
    readonly token = project.owner.token,
  ) {}

  get params() {
    return { project_id: this.project.id };
  }

  /** Sends bytes the way a browser does. Answers the name to import by. */
  async upload(file_name: string, bytes: Buffer | string | Readable): Promise<string> {
    const { app, token, params } = this;
    const place = await app.call(createUpload, { token, params, body: { file_name } });
    const { url, headers } = place.body.direct_upload;
    const sent = await app.app.server.inject({ method: 'PUT', url, headers, payload: bytes });
    if (sent.statusCode >= 300) throw new Error(`the upload was refused: ${sent.statusCode} ${sent.body}`);
    return place.body.file_name;
  }

  /** Starts an import and waits for its end. */
  async run(body: typeof contract.createImport.body._input): Promise<contract.ImportDetail> {
    const { app, token, params } = this;
    const started = await app.call(contract.createImport, { token, params, body });
    if (started.status !== 201) throw new Error(`the import was refused: ${JSON.stringify(started.error)}`);
    return this.finished(started.body.id);
  }

  async file(file_name: string, bytes: Buffer | string, more: { dry_run?: boolean; publish?: boolean } = {}) {
    return this.run({ upload: await this.upload(file_name, bytes), ...more });
  }

  async apply(id: string, body: typeof contract.applyImport.body._input = {}): Promise<contract.ImportDetail> {
    const { app, token, params } = this;
    const started = await app.call(contract.applyImport, { token, params: { ...params, id }, body });
    if (started.status !== 202) throw new Error(`the import was refused: ${JSON.stringify(started.error)}`);
    return this.finished(id);
  }

  async finished(id: string): Promise<contract.ImportDetail> {
    const { app, token, params } = this;
    const until = Date.now() + DEADLINE_MS;
    let pauseMs = 20;
    for (;;) {
      const { body } = await app.call(contract.readImport, { token, params: { ...params, id } });
      if (body.status === 'done' || body.status === 'failed') return body;
      if (Date.now() > until) {
        const { status, phase, progress, error } = body;
        throw new Error(`the import has not ended: ${JSON.stringify({ status, phase, progress, error })}`);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      pauseMs = Math.min(pauseMs * 1.5, 500); // the answer holds up to a hundred rows
    }
  }

  async rows(id: string, outcome?: string): Promise<contract.ImportRow[]> {
    const { app, token, params } = this;
    const query = { limit: 200, ...(outcome ? { outcome } : {}) };
    const answer = await app.call(contract.listImportRows, { token, params: { ...params, id }, query });
    return answer.body.items;
  }

  /** What the catalogue holds, as one would compare it: everything that an import may write, with its version. */
  async catalogue() {
    return this.app.sql<{
      product: string;
      product_version: number;
      published: boolean;
      name: string;
      sku: string;
      price: number | null;
      recommended_price: number | null;
      actual: number;
      version: number;
      source_key: string;
      movements: number;
    }>(
      this.project.id,
      `select p.name as product, p.version as product_version, p.published, v.name, v.sku, v.price::int,
        v.recommended_price::int, l.actual, v.version, v.source_key,
        (select count(*)::int from stock_movements m where m.project_id = v.project_id
          and m.product_variant_id = v.id) as movements
       from product_variants v join products p on p.project_id = v.project_id and p.id = v.product_id
       join stock_levels l on l.project_id = v.project_id and l.product_variant_id = v.id
       where v.project_id = $1 and v.deleted_at is null order by v.source_key, v.id`,
      [this.project.id],
    );
  }
}
