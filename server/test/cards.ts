import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as acquiring from '@lanka/domain/acquiring/contract';
import { acquiring as simulator } from '../simulators/acquiring';
import type { Simulators } from '../simulators/start';
import { startSimulators } from '../simulators/start';
import { workPayment } from '../src/acquiring';
import { type TestApp, type TestProject, testApp } from './harness';

let count = 0;
/** A token that the simulator takes, and nobody else has. */
export function cardToken(): string {
  count += 1;
  return `m${'Token'.repeat(5)}${count}`;
}

export interface Cards {
  readonly app: TestApp;
  readonly simulators: Simulators;
  connect(project: TestProject): Promise<string>;
  /** Asks the bank of all payments of the project that anything can come of, as if their time had come. */
  work(tenant: { readonly id: string }): Promise<void>;
  /** What the bank has of this payment, kopecks: what the card was charged less what went back. */
  chargedOf(id: string): Promise<number>;
  close(): Promise<void>;
}

/** The product beside the simulator of the bank, which reaches it; with a token of its own if `env` gives one. */
export async function openCards(env: Record<string, string> = {}): Promise<Cards> {
  const simulators = await startSimulators([simulator]);
  let app: TestApp | undefined;
  // the bank calls the product back by its public address
  const door = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const payload = await buffer(request);
    const answer = await app?.app.server.inject({ method: method as 'POST', url, headers, payload });
    response.writeHead(answer?.statusCode ?? 503).end(answer?.rawPayload);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const PUBLIC_URL = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  const open = await testApp({ ...env, ACQUIRING_URL: simulators.addresses.acquiring ?? '', PUBLIC_URL });
  app = open;
  return {
    ...{ app: open, simulators },
    async connect(project) {
      const token = cardToken();
      const params = { project_id: project.id };
      const body = { token };
      const made = await open.call(acquiring.connectAcquiring, { token: project.owner.token, params, body });
      if (made.status !== 200) throw new Error(JSON.stringify(made.error));
      return token;
    },
    async work(project) {
      await open.sql(null, 'update card_payment_dues set at = now(), held_until = null where tenant = $1', [
        project.id,
      ]);
      const due = await open.sql<{ id: string }>(null, 'select id from card_payment_dues where tenant = $1', [
        project.id,
      ]);
      for (const { id } of due) await workPayment(open.app.services, { tenant: project.id, id });
    },
    chargedOf: async (id) => Number(await simulators.act('acquiring', 'charged', { invoice: id })),
    async close() {
      await open.close();
      await simulators.close();
      door.closeAllConnections();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
