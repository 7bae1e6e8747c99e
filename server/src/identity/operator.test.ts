import * as identity from '@lanka/domain/identity/contract';
import { expect, it } from 'vitest';
import { PASSWORD, peopleApp } from '../../test/people';
import { operatorLink } from './operator';

it('the operator of the configuration has the platform role, and a link while he has no password', async () => {
  const own = await peopleApp({ OPERATOR_EMAIL: 'Operator@example.com' });
  const link = await operatorLink(own.app.services);
  const token = link?.split('token=')[1] ?? '';
  await own.call(identity.setPassword, { body: { token, password: PASSWORD } });
  expect(await operatorLink(own.app.services)).toBeNull();
  const entered = await own.enter('operator@example.com');
  const me = await own.call(identity.currentUser, { token: entered.body.access_token });
  expect(me.body.platform_role).toBe('Staff');
  await own.close();
});
