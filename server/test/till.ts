import * as contract from '@lanka/domain/fiscal/contract';
import { onTestFinished } from 'vitest';
import { checkbox } from '../simulators/checkbox/checkbox';
import type { Simulators } from '../simulators/start';
import { startSimulators } from '../simulators/start';
import { workQueue } from '../src/integrations';
import { type TestApp, type TestProject, testApp } from './harness';

/** Keys that the simulator takes. */
export const license = (n: number): string => `test${'0'.repeat(22)}0${n}`;
export const pin = (n: number): string => `111111111${n}`;

export interface Till {
  readonly app: TestApp;
  readonly simulators: Simulators;
  /** Does all that is queued for the register, as its job does. */
  work(project: TestProject): Promise<void>;
  /** The same until nothing waits, as if time had gone by. */
  settle(project: TestProject): Promise<void>;
  close(): Promise<void>;
}

/** The product beside a simulator of the service. */
export async function openTill(): Promise<Till> {
  const simulators = await startSimulators([checkbox]);
  await simulators.act('checkbox', 'steps', { count: '0' });
  const app = await testApp({ CHECKBOX_URL: simulators.addresses.checkbox ?? '' });
  const { services } = app.app;
  const work = ({ id }: TestProject) => workQueue(services, { project_id: id, service: 'checkbox' });
  return {
    ...{ app, simulators, work },
    async settle(project) {
      for (let round = 0; round < 40; round += 1) {
        await work(project);
        const [left] = await app.sql<{ n: number }>(
          project.id,
          `with due as (update integration_tasks set next_at = now() where state = 'waiting' returning 1)
           select count(*)::int as n from due`,
        );
        if (left?.n === 0) return;
      }
      throw new Error('the queue does not come to an end');
    },
    async close() {
      await app.close();
      await simulators.close();
    },
  };
}

/** Connects a register of the simulator; it is thrown away with its shift when the test has ended. */
export async function connect(
  { app, simulators }: Till,
  project: TestProject,
  n = 1,
  body: Partial<contract.CreateRegisterBody> = {},
) {
  const answer = await app.call(contract.createRegister, {
    token: project.owner.token,
    params: { project_id: project.id },
    body: { name: 'Каса', pin: pin(n), license_key: license(n), ...body },
  });
  if (answer.status === 201) onTestFinished(() => void simulators.act('checkbox', 'reset'));
  return answer;
}

export async function openShift(till: Till, project: TestProject, id: string): Promise<void> {
  const at = { token: project.owner.token, params: { project_id: project.id, id } };
  const { status, error } = await till.app.call(contract.openRegister, at);
  if (status !== 202) throw new Error(JSON.stringify(error));
  await till.settle(project);
}
