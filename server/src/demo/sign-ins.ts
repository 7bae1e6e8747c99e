import type { DemoSignIn } from '@lanka/domain/demo/contract';
import type { Services } from '../kit/services';
import { readState } from './demo.store';

/** The same for all: who tries the demo shall not have to look anything up. */
export const PASSWORD = 'lanka-demo';

export const SIGN_INS: readonly DemoSignIn[] = [
  { email: 'supplier@demo.lanka.test', password: PASSWORD, name: 'Олена Коваленко', role: 'supplier' },
  { email: 'manager@demo.lanka.test', password: PASSWORD, name: 'Тарас Мельник', role: 'manager' },
  { email: 'dropshipper@demo.lanka.test', password: PASSWORD, name: 'Оксана Шевчук', role: 'dropshipper' },
  { email: 'operator@demo.lanka.test', password: PASSWORD, name: 'Ірина Ткаченко', role: 'operator' },
];

const ROLES: Readonly<Record<DemoSignIn['role'], string>> = {
  supplier: 'постачальник, власник проєкту',
  manager: 'менеджер постачальника',
  dropshipper: 'дропшипер',
  operator: 'оператор платформи',
};

/** Lines for the one who starts the product; none unless the data are the demo's and passwords let one in. */
export async function demoSignIns(app: Services): Promise<string[]> {
  if (app.config.oidc) return [];
  const { demo } = await app.db.transaction({ readOnly: true }, readState);
  if (!demo) return [];
  const width = Math.max(...SIGN_INS.map(({ email }) => email.length));
  return [
    `Демонстраційні входи, пароль усіх: ${PASSWORD}`,
    ...SIGN_INS.map(({ email, role }) => `  ${email.padEnd(width)}  ${ROLES[role]}`),
  ];
}
