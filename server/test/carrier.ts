import * as contract from '@lanka/domain/delivery/contract';
import { novaPoshta } from '../simulators/nova_poshta';
import { refOf, TOWNS } from '../simulators/nova_poshta/directory';
import { type Simulators, startSimulators } from '../simulators/start';
import { refreshDirectory } from '../src/delivery';
import { workQueue } from '../src/integrations';
import { type TestApp, type TestProject, testApp } from './harness';

/** The product beside a carrier that is played. */

/** Keys that begin with `c` have a contract for payment control. */
export const KEY = 'a'.repeat(32);
export const CONTROL_KEY = 'c'.repeat(32);

const townRef = (name: string): string => TOWNS.find((one) => one.name === name)?.ref ?? '';
export const KYIV_TOWN = townRef('Київ');
export const LVIV = townRef('Львів');
export const branchRef = (town: string, number: number): string => refOf('branch', town, number);
export const lockerRef = (town: string, number: number): string => refOf('locker', town, number);

export interface CarrierWorld {
  readonly app: TestApp;
  readonly project: TestProject;
  readonly carrier: Simulators;
  close(): Promise<void>;
}

export async function openCarrier(): Promise<CarrierWorld> {
  const carrier = await startSimulators([novaPoshta]);
  const app = await testApp({ NOVA_POSHTA_URL: carrier.addresses.nova_poshta ?? '' });
  const project = await app.project();
  return {
    ...{ app, project, carrier },
    async close() {
      await app.close();
      await carrier.close();
    },
  };
}

/** Connects the project, with the sender in Kyiv, and reads the directory. */
export async function connectCarrier({ app, project }: CarrierWorld, body: contract.ConnectBody = {}): Promise<void> {
  const at = { params: { project_id: project.id }, token: project.owner.token };
  const first = await app.call(contract.connect, { ...at, body: { key: KEY } });
  if (first.status !== 200) throw new Error(JSON.stringify(first.body));
  await refreshDirectory(app.app.services);
  const place = { city_ref: KYIV_TOWN, branch_ref: branchRef(KYIV_TOWN, 1) };
  const second = await app.call(contract.connect, { ...at, body: { ...place, ...body } });
  if (second.status !== 200) throw new Error(JSON.stringify(second.body));
}

/** Does what waits for the carrier, as its job would. */
export const askCarrier = ({ app, project }: Pick<CarrierWorld, 'app' | 'project'>): Promise<void> =>
  workQueue(app.app.services, { project_id: project.id, service: 'nova_poshta' });
