import { on } from '@lanka/domain/kit/hooks';
import { can } from '@lanka/domain/kit/permissions';
import { IconFileMinus, IconFiles, IconFileTypePdf, IconListCheck } from '@tabler/icons-react';
import { lazy } from 'react';
import { slice } from '../kit/slice';
import { requestTool } from '../manufacture';
import { orderPanel, ordersTool, orderTool } from '../orders';
import { returnTool } from '../returns';
import { mainInfoPart } from '../templates';
import { documentPanel } from '../turnover';
import { labels } from './labels';

const SAVE = { ua: 'Завантажити PDF', en: 'Download the PDF' };

/** Papers stand on the page of what they are issued for, loaded with it, and all together in the register. */
export const documents = slice({
  name: 'documents',
  level: 11,
  routes: [{ path: 'papers', lazy: async () => ({ Component: (await import('./PapersPage')).PapersPage }) }],
  sidebar: [
    {
      id: 'papers',
      to: '/cp/papers',
      label: { ua: labels.ua.register, en: labels.en.register },
      icon: IconFiles,
      group: 'people',
      order: 3,
      visible: ({ isDropshipping, can }) => isDropshipping || can('papers.read'),
    },
  ],
  hooks: [
    on(documentPanel, {
      id: 'papers',
      visible: ({ status }) => status !== 'draft',
      Component: lazy(async () => ({ default: (await import('./TurnoverPapers')).TurnoverPapers })),
    }),
    on(requestTool, {
      id: 'sheet',
      label: SAVE,
      icon: IconFileTypePdf,
      run: async (projectId, id) => (await import('./goods')).saveWorkSheet(projectId, id),
    }),
    on(returnTool, {
      id: 'note',
      label: SAVE,
      icon: IconFileTypePdf,
      visible: ({ isDropshipping, can }, { undecided, items }) =>
        (isDropshipping || can('documents.issue')) &&
        undecided === 0 &&
        items.some(({ status }) => status === 'approved'),
      run: async (projectId, { id }) => (await import('./goods')).saveReturnNote(projectId, id),
    }),
    on(returnTool, {
      id: 'credit_note',
      label: { ua: 'Коригувальний документ', en: 'Credit note' },
      icon: IconFileMinus,
      visible: ({ isDropshipping, can }, { undecided, items }) =>
        !isDropshipping &&
        can('returns.decide') &&
        undecided === 0 &&
        items.some(({ status }) => status === 'approved'),
      run: async (projectId, { id }) => (await import('./goods')).saveCreditNote(projectId, id),
    }),
    on(mainInfoPart, {
      id: 'next_numbers',
      Component: lazy(async () => ({ default: (await import('./NextNumbers')).NextNumbers })),
    }),
    on(orderTool, {
      id: 'print',
      Component: lazy(async () => ({ default: (await import('./PrintButton')).PrintButton })),
    }),
    on(orderTool, {
      id: 'picking_list',
      visible: ({ role }) => can(role, 'picking.edit'),
      Component: lazy(async () => ({ default: (await import('./PickingList')).OrderPickingList })),
    }),
    on(ordersTool, {
      id: 'picking_list',
      label: { ua: labels.ua.pickingList, en: labels.en.pickingList },
      icon: IconListCheck,
      visible: (role) => can(role, 'picking.edit'),
      Component: lazy(async () => ({ default: (await import('./PickingList')).OrdersPickingList })),
    }),
    on(orderPanel, {
      id: 'documents',
      Component: lazy(async () => ({ default: (await import('./OrderDocuments')).OrderDocuments })),
    }),
  ],
});
