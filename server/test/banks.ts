import * as contract from '@lanka/domain/banking/contract';
import { monobank } from '../simulators/monobank';
import { privatbank } from '../simulators/privatbank';
import type { Simulators } from '../simulators/start';
import { startSimulators } from '../simulators/start';
import { workQueue } from '../src/integrations';
import { type TestApp, type TestProject, testApp } from './harness';

let count = 0;
/** A token that the simulator takes, and nobody else has. */
export function tokenOf(bank: contract.Bank): string {
  count += 1;
  return `${bank === 'monobank' ? 'u' : 'p'}${'Token'.repeat(5)}${count}`;
}

export interface Banks {
  readonly app: TestApp;
  readonly simulators: Simulators;
  /** A bank connected with its accounts chosen: of monobank the first. */
  connect(
    project: TestProject,
    bank: contract.Bank,
    body?: Partial<contract.ConnectBody>,
  ): Promise<{ readonly token: string; readonly account: string }>;
  /** Reads all that is due, as its job does, as if a minute had gone by before each call. */
  read(project: TestProject, bank: contract.Bank): Promise<void>;
  /** One round of the queue, without any time going by. */
  work(project: TestProject, bank: contract.Bank): Promise<void>;
  rows(project: TestProject, query?: object): Promise<contract.BankRow[]>;
  close(): Promise<void>;
}

/** The product beside simulators of the banks. */
export async function openBanks(): Promise<Banks> {
  const simulators = await startSimulators([monobank, privatbank]);
  const { addresses } = simulators;
  const app = await testApp({ MONOBANK_URL: addresses.monobank ?? '', PRIVATBANK_URL: addresses.privatbank ?? '' });
  const { services } = app.app;
  const work = ({ id }: TestProject, bank: contract.Bank) => workQueue(services, { project_id: id, service: bank });
  return {
    ...{ app, simulators, work },
    async connect(project, bank, body = {}) {
      const given = { token: project.owner.token, params: { project_id: project.id, bank } };
      const token = body.token ?? tokenOf(bank);
      const first = await app.call(contract.connect, { ...given, body: { token } });
      if (first.status !== 200) throw new Error(JSON.stringify(first.error));
      const [account = ''] = first.body.accounts
        .filter(({ currency, title }) => currency === 'UAH' && (bank === 'privatbank' || title.startsWith('ФОП')))
        .map((one) => one.account);
      const second = await app.call(contract.connect, { ...given, body: { accounts: [account], ...body } });
      if (second.status !== 200) throw new Error(JSON.stringify(second.error));
      return { token, account };
    },
    async read(project, bank) {
      await app.sql(project.id, `update bank_accounts set next_read_at = now() - interval '1 second' where chosen`);
      for (let round = 0; round < 60; round += 1) {
        await simulators.advance(61_000);
        await app.sql(
          project.id,
          `update bank_accounts set asked_at = asked_at - interval '61 seconds',
             next_read_at = case when next_read_at < now() + interval '70 seconds' then now() - interval '1 second' else next_read_at end`,
        );
        await app.sql(project.id, `update integration_tasks set next_at = now() where state = 'waiting'`);
        const [due] = await app.sql<{ n: number }>(
          project.id,
          `with due as (select account from bank_accounts where bank = $1 and chosen and next_read_at <= now()),
             queued as (insert into integration_tasks (project_id, id, service, kind, key, payload)
               select $2, gen_random_uuid(), $1, 'statement.read', 'test ' || gen_random_uuid(), jsonb_build_object('account', account)
               from due returning 1)
           select (select count(*) from queued)::int as n`,
          [bank, project.id],
        );
        const [waiting] = await app.sql<{ n: number }>(
          project.id,
          `select count(*)::int as n from integration_tasks where service = $1 and state = 'waiting'`,
          [bank],
        );
        if (due?.n === 0 && waiting?.n === 0) return;
        await work(project, bank);
      }
      throw new Error('the statement does not come to an end');
    },
    async rows(project, query = {}) {
      const { body, error, status } = await app.call(contract.listBankRows, {
        ...{ token: project.owner.token, params: { project_id: project.id } },
        query: { limit: 200, ...query },
      });
      if (status !== 200) throw new Error(JSON.stringify(error));
      return body.items;
    },
    async close() {
      await app.close();
      await simulators.close();
    },
  };
}
