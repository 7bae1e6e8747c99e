import { plural } from '@lanka/domain/kit/plural';
import { noticeKind } from '../kit/notices/kinds';

interface Exported {
  readonly id: string;
  readonly of: 'orders' | 'products';
  readonly rows: number;
}

const OF = {
  ua: { orders: 'замовлень', products: 'товарів' },
  en: { orders: 'orders', products: 'products' },
};
const sample: Exported = { id: '01890a5d-ac96-774b-bcce-b302099a8057', of: 'orders', rows: 1_240 };
const path = ({ of }: Exported): string => `/cp/${of}/export`;
const rows = (count: number): string =>
  `${count} ${plural('ua', count, { one: 'рядок', few: 'рядки', many: 'рядків' })}`;

/** To whoever asked for the file: a long one is not waited for. */
const done = noticeKind<Exported>('feeds.exported', {
  ...{ area: 'files', reaches: ['named'], mail: 'off', sample, path },
  ua: ({ of, rows: count }) => ({ title: `Експорт ${OF.ua[of]} готовий`, text: rows(count) }),
  en: ({ of, rows: count }) => ({ title: `The export of ${OF.en[of]} is ready`, text: `${count} rows` }),
});
const failed = noticeKind<Exported>('feeds.export_failed', {
  ...{ area: 'files', reaches: ['named'], mail: 'off', sample, path },
  ua: ({ of }) => ({ title: `Експорт ${OF.ua[of]} не вдався`, text: 'Спробуйте ще раз' }),
  en: ({ of }) => ({ title: `The export of ${OF.en[of]} failed`, text: 'Try again' }),
});

export const EXPORT_TOLD = { done, failed };
