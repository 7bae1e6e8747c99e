import { PAUSE_AFTER_DAYS } from '@lanka/domain/feeds/schedule';
import type { SourceTrouble } from '@lanka/domain/feeds/sources';
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

interface Imported {
  readonly id: string;
  /** It only looked what would change. */
  readonly dry_run: boolean;
  readonly created: number;
  readonly changed: number;
  readonly refused: number;
}

const aboutImport = {
  ...{ area: 'files' as const, reaches: ['named' as const], mail: 'off' as const },
  path: ({ id }: { readonly id: string }): string => `/cp/products/import/${id}`,
};

/** To whoever began it by hand: a large file is not waited for. */
const imported = noticeKind<Imported>('feeds.imported', {
  ...aboutImport,
  sample: { id: '01890a5d-ac96-774b-bcce-b302099a8057', dry_run: false, created: 120, changed: 34, refused: 2 },
  ua: ({ dry_run, created, changed, refused }) => ({
    title: dry_run ? 'Перевірку файлу з товарами закінчено' : 'Імпорт товарів закінчено',
    text: `Нових: ${created}, змінених: ${changed}${refused > 0 ? `, відхилених: ${refused}` : ''}`,
  }),
  en: ({ dry_run, created, changed, refused }) => ({
    title: dry_run ? 'The check of the file with products is finished' : 'The import of products is finished',
    text: `New: ${created}, changed: ${changed}${refused > 0 ? `, refused: ${refused}` : ''}`,
  }),
});
const importFailed = noticeKind<{ readonly id: string; readonly why: { readonly ua: string; readonly en: string } }>(
  'feeds.import_failed',
  {
    ...aboutImport,
    sample: {
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      why: { ua: 'Сайт не відповідає', en: 'The site does not answer' },
    },
    ua: ({ why }) => ({ title: 'Імпорт товарів не вдався', text: why.ua }),
    en: ({ why }) => ({ title: 'The import of products failed', text: why.en }),
  },
);

export const IMPORT_TOLD = { done: imported, failed: importFailed };

interface Troubled {
  readonly id: string;
  readonly name: string;
  readonly trouble: SourceTrouble;
}

const WHY = {
  ua: {
    failed: 'Файл не вдалося прочитати',
    broken: 'Файл обривається',
    halved: 'У файлі менше половини товарів, що були минулого разу',
    empty: 'У файлі немає жодного товару',
  },
  en: {
    failed: 'The file could not be read',
    broken: 'The file breaks off',
    halved: 'The file has less than half of the goods of last time',
    empty: 'The file has no goods at all',
  },
};
const LEFT = { ua: 'Товари залишилися без змін', en: 'The goods are left as they are' };
const aboutSource = {
  area: 'files' as const,
  reaches: [{ staff: 'imports.run' as const }],
  mail: 'now' as const,
  sample: { id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Фід фабрики', trouble: 'halved' } as Troubled,
  path: ({ id }: Troubled): string => `/cp/products/import/sources/${id}`,
};

/** A source that others keep: nobody sits by when its file breaks. */
const trouble = noticeKind<Troubled>('feeds.source_trouble', {
  ...aboutSource,
  ua: ({ name, trouble: why }) => ({ title: `Імпорт «${name}» зупинився`, text: `${WHY.ua[why]}. ${LEFT.ua}` }),
  en: ({ name, trouble: why }) => ({ title: `The import “${name}” has stopped`, text: `${WHY.en[why]}. ${LEFT.en}` }),
});
const paused = noticeKind<Troubled>('feeds.source_paused', {
  ...aboutSource,
  ua: ({ name, trouble: why }) => ({
    title: `Імпорт «${name}» вимкнено`,
    text: `${PAUSE_AFTER_DAYS} днів поспіль він не вдається. ${WHY.ua[why]}`,
  }),
  en: ({ name, trouble: why }) => ({
    title: `The import “${name}” was switched off`,
    text: `It has failed for ${PAUSE_AFTER_DAYS} days. ${WHY.en[why]}`,
  }),
});

export const SOURCE_TOLD = { trouble, paused };
