import { plural } from '@lanka/domain/kit/plural';
import type { ActingIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { noticeKind } from '../kit/notices/kinds';
import { tellLater } from '../kit/notices/notices';
import { readNames } from './low.store';

interface Facts {
  readonly id: string;
  readonly name: string;
}

const goods = (count: number): string =>
  `${count} ${plural('ua', count, { one: 'товару', few: 'товарів', many: 'товарів' })}`;

/** Orders and bookings leave no more of goods than the project takes for little. */
export const runsLow = noticeKind<Facts>('catalog.ran_low', {
  area: 'stock',
  reaches: [{ staff: 'stock.edit' }],
  mail: 'off',
  botText: true,
  sample: { id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Плаття «Марта»' },
  ua: ({ name }) => ({ title: `Закінчується: ${name}`, text: 'Доступно не більше, ніж найменший залишок' }),
  en: ({ name }) => ({ title: `Running low: ${name}`, text: 'No more is available than the least stock' }),
  path: ({ id }) => `/cp/products/${id}`,
  together: {
    ua: (count, { name }) => ({ title: `Закінчується залишок ${goods(count)}`, text: `Останній – ${name}` }),
    en: (count, { name }) => ({ title: `Running low: ${count} products`, text: `The last is ${name}` }),
    path: '/cp/products?stock=low',
  },
});

/** Says of these products that modifications of theirs run low. */
export async function tellLow(tx: Tx, scope: ActingIn, productIds: readonly string[]): Promise<void> {
  if (productIds.length === 0) return;
  await tellLater(tx, scope, runsLow, {}, await readNames(tx, scope, productIds));
}
