import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@lanka/domain/fiscal/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestProject } from '../../test/harness';
import { connect, license, openShift, openTill, pin, type Till } from '../../test/till';
import { openSecrets } from '../kit/auth/secrets';
import { opened, sealKeys } from './keys';
import { resealKeys } from './reseal';

/** Keys of registers while those that seal them change, and after they were lost. */
let till: Till;
let project: TestProject;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
beforeEach(async () => {
  project = await till.app.project();
});

const newKey = () => randomBytes(32).toString('base64');
const at = (id: string) => ({ token: project.owner.token, params: { project_id: project.id, id } });
const read = async (id: string) => (await till.app.call(contract.readRegister, at(id))).body;
const keys = { pin: pin(1), license_key: license(1) };
const rows = () =>
  till.app.sql<{ pin: string; license_key: string; webhook_key: string | null }>(
    project.id,
    'select pin, license_key, webhook_key from cash_registers',
  );

/** Seals the keys of the register by these, as if they had been in use. */
async function sealedBy(secretsKeys: string[], id: string): Promise<void> {
  const secrets = await openSecrets({ dataDir: '', secretsKeys });
  const sealed = await sealKeys({ ...till.app.app.services, secrets }, id, keys);
  await till.app.sql(project.id, 'update cash_registers set pin = $1, license_key = $2', [
    sealed.pin,
    sealed.license_key,
  ]);
}

it('are sealed by the newest key in the night, and work when the older is gone', async () => {
  const { body } = await connect(till, project);
  await till.app.call(contract.setWebhook, { ...at(body.id), body: { on: true } });
  const { services } = till.app.app;
  const [before] = await rows();
  // the key of the test itself is the older one: it opens, and a newer seals
  const newest = newKey();
  const older = readFileSync(join(till.app.app.services.config.dataDir, 'secrets.key'), 'utf8').trim();
  const both = { ...services, secrets: await openSecrets({ dataDir: '', secretsKeys: [newest, older] }) };
  expect(await resealKeys(both)).toBeGreaterThanOrEqual(1);
  const [after] = await rows();
  for (const name of ['pin', 'license_key', 'webhook_key'] as const) {
    expect(after?.[name]).not.toBe(before?.[name]);
    expect(both.secrets.isOld(after?.[name] ?? '')).toBe(false);
  }
  const alone = { ...services, secrets: await openSecrets({ dataDir: '', secretsKeys: [newest] }) };
  const record = { project_id: project.id, id: body.id, ...(after as { pin: string; license_key: string }) };
  expect(await opened(alone, record)).toEqual({ project_id: project.id, ...keys });
  expect(await resealKeys(both)).toBe(0);
});

it('that cannot be read stop neither the night nor others', async () => {
  const { body } = await connect(till, project);
  const lost = newKey();
  await sealedBy([lost], body.id);
  await till.app.sql(
    project.id,
    `update cash_registers set webhook_token = 't', webhook_key = 'nothing that was sealed'`,
  );
  const before = await rows();
  await expect(resealKeys(till.app.app.services)).resolves.toBeGreaterThanOrEqual(0);
  expect(await rows()).toEqual(before);
});

it('that cannot be read are asked for, and entered anew while the shift is open', async () => {
  const { body } = await connect(till, project);
  await openShift(till, project, body.id);
  await sealedBy([newKey()], body.id);
  const check = await till.app.call(contract.checkRegister, at(body.id));
  expect([check.status, check.error.code]).toEqual([409, 'fiscal.unreadable']);
  // the shift would not close, and says why
  await till.app.call(contract.closeRegister, at(body.id));
  await till.settle(project);
  expect(await read(body.id)).toMatchObject({ shift: 'opened', problem: expect.stringContaining('не читається') });
  const inEnglish = { ...at(body.id), headers: { 'accept-language': 'en' } };
  expect((await till.app.call(contract.readRegister, inEnglish)).body.problem).toMatch(/cannot be read/);
  const update = (change: contract.UpdateRegisterBody) =>
    till.app.call(contract.updateRegister, { ...at(body.id), body: change, headers: { 'if-match': '1' } });
  expect((await update({ pin: pin(1) })).error.code).toBe('fiscal.unreadable');
  expect((await update({ pin: pin(2), license_key: license(2) })).error.code).toBe('fiscal.open_shift');
  expect((await update(keys)).status).toBe(200);
  await till.app.call(contract.closeRegister, at(body.id));
  await till.settle(project);
  expect(await read(body.id)).toMatchObject({ shift: 'closed', problem: '' });
});
