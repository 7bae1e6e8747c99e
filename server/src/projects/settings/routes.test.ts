import * as contract from '@lanka/domain/projects/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../../test/harness';

let app: TestApp;
let project: TestProject;
beforeAll(async () => {
  app = await testApp();
  project = await app.project();
});
afterAll(() => app.close());

const at = () => ({ params: { project_id: project.id }, token: project.owner.token });

it('keeps the showcase and contacts of a project, and names what is wrong', async () => {
  const read = await app.call(contract.readProject, at());
  expect(read.body).toMatchObject({ catalogue_visible: false, description: '', website: null, iban: null });
  const fields = {
    website: 'fabryka.example.ua',
    iban: 'UA21 3223 1300 0002 6007 2335 6600 1',
    phone: '067 111 22 33',
    description: '# Про нас\n\n*Шиємо* **плаття**',
    region_restriction: 'Лише Україна',
    returns: '14 днів',
    delivery: 'Нова пошта',
    minimum_order: '3 одиниці',
    delivery_time: '1–2 дні',
    catalogue_visible: true,
  };
  const saved = await app.call(contract.updateProject, { ...at(), body: { project: fields } });
  const stored = {
    ...fields,
    website: 'https://fabryka.example.ua',
    iban: 'UA213223130000026007233566001',
    phone: '380671112233',
  };
  expect(saved.body).toMatchObject(stored);
  expect((await app.call(contract.readProject, at())).body).toMatchObject(stored);

  const bad = await app.call(contract.updateProject, {
    ...at(),
    body: {
      project: {
        website: 'javascript:alert(1)',
        iban: 'UA213223130000026007233566002',
        phone: '123',
        edropoy_code: '1234567',
        title: ' ',
        description: 'а'.repeat(10_001),
      },
    },
  });
  expect(bad.error.details.map(({ path }) => path).sort()).toEqual(
    ['title', 'edropoy_code', 'phone', 'website', 'iban', 'description'].map((name) => `project.${name}`).sort(),
  );
  expect(bad.error.details.find(({ path }) => path === 'project.website')?.message).toMatch(/^Невірна адреса сайту/);
});

it('refuses a role, a plan and a date of deletion in a body, each by its name', async () => {
  const foreign = { user_role: 'Client', subscription_plan: 'x', deleted_at: '2026-01-01' };
  const body = { project: { title: 'Нова назва', ...foreign } };
  const refused = await app.call(contract.updateProject, { ...at(), body: body as never });
  expect(refused.status).toBe(400);
  expect(refused.error.details.map(({ path }) => path).sort()).toEqual(
    Object.keys(foreign)
      .map((name) => `project.${name}`)
      .sort(),
  );
  const kept = await app.call(contract.readProject, at());
  expect(kept.body).toMatchObject({ user_role: 'Owner', billing_account: { subscription_plan: null } });
  expect(kept.body.title).not.toBe('Нова назва');
});

it('tells a dropshipper neither the plan nor the account', async () => {
  await app.sql(null, `update projects set subscription_plan = 'manufacturer-basic-monthly' where id = $1`, [
    project.id,
  ]);
  const shop = await app.member(project, 'Client');
  const seen = await app.call(contract.readProject, { ...at(), token: shop.token });
  expect(seen.body).toMatchObject({ iban: null, billing_account: { subscription_plan: null } });
  expect((await app.call(contract.readProject, at())).body.billing_account.subscription_plan).toBe(
    'manufacturer-basic-monthly',
  );
});

it('keeps an address, its version and no wrong postal code', async () => {
  const empty = await app.call(contract.readAddress, at());
  expect(empty.body).toMatchObject({ country: '', zip_code: '', version: 1 });
  const save = (body: object, version: number) =>
    app.call(contract.updateAddress, { ...at(), body, headers: { 'if-match': String(version) } });
  const both = await Promise.all([save({ city: 'Львів' }, 1), save({ city: 'Суми' }, 1)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const address = { country: 'Україна', region: 'Львівська', address_line1: 'вул. Зелена', address_line2: '12, оф. 3' };
  expect((await save({ ...address, zip_code: '79005' }, 2)).body).toMatchObject({ ...address, version: 3 });
  expect((await save({ zip_code: '790051' }, 3)).error.details[0]).toMatchObject({
    path: 'zip_code',
    message: 'Поштовий індекс складається з 5 цифр',
  });
  expect((await app.call(contract.readAddress, at())).body).toMatchObject({ ...address, zip_code: '79005' });
});
