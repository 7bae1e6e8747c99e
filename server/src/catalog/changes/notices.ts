import { noticeKind } from '../../kit/notices/kinds';

interface Facts {
  readonly id: string;
  readonly name: string;
  /** The supplier. */
  readonly project: string;
}

/** Goods for which a dropshipper waits are in stock again. */
export const cameBack = noticeKind<Facts>('catalog.came_back', {
  area: 'stock',
  reaches: ['named'],
  mail: 'now',
  sample: { id: '01890a5d-ac96-774b-bcce-b302099a8057', name: 'Плаття «Марта»', project: 'Ткацький двір' },
  ua: ({ name, project }) => ({ title: `Знову в наявності: ${name}`, text: project }),
  en: ({ name, project }) => ({ title: `In stock again: ${name}`, text: project }),
  path: ({ id }) => `/cp/products/${id}`,
  together: {
    ua: (count, { name }) => ({ title: `Знову в наявності: ${count} товарів`, text: `Останній – ${name}` }),
    en: (count, { name }) => ({ title: `In stock again: ${count} products`, text: `The last is ${name}` }),
    path: '/cp/products',
  },
});
