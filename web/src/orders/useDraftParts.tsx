import { can } from '@lanka/domain/kit/permissions';
import type * as contract from '@lanka/domain/orders/contract';
import { IconArrowsJoin2, IconArrowsSplit2 } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { MenuEntry } from '../kit/page/page';
import { useText } from '../kit/text';
import { partsText } from './parts-text';
import type { OrderPlace } from './where';

const SplitDraft = lazy(async () => ({ default: (await import('./SplitDraft')).SplitDraft }));
const JoinDrafts = lazy(async () => ({ default: (await import('./JoinDrafts')).JoinDrafts }));

/** What can be done with a draft as a whole, and the dialog that is open. */
export function useDraftParts(place: OrderPlace, order: contract.Order): { menu: MenuEntry[]; dialog: ReactNode } {
  const t = useText(partsText);
  const [open, setOpen] = useState<'split' | 'join' | null>(null);
  const isDraft = order.status === 'Draft' && can(place.role, 'orders.edit');
  const pieces = order.items.reduce((sum, { count }) => sum + count, 0);
  const Dialog = open === 'split' ? SplitDraft : JoinDrafts;
  return {
    menu: [
      { label: t.split, icon: IconArrowsSplit2, onClick: () => setOpen('split'), hidden: !isDraft || pieces < 2 },
      { label: t.join, icon: IconArrowsJoin2, onClick: () => setOpen('join'), hidden: !isDraft },
    ],
    dialog: open && (
      <Suspense>
        <Dialog place={place} order={order} close={() => setOpen(null)} />
      </Suspense>
    ),
  };
}
