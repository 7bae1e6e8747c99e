import { countCounterparties } from '@lanka/domain/partners/contract';
import { useSearchParams } from 'react-router';
import { useCall } from '../kit/http/query';
import { patchSearch } from '../kit/list/list';
import { useHookedTabs } from '../kit/page/hooked-tabs';
import { RouteTabs } from '../kit/page/route-tabs';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { counterpartiesTab } from './facts';
import { text } from './text';

const LIST = '/cp/counterparties';

interface PartyTabsProps {
  /** Of the list; on a page of another tab it is left out. */
  kind?: string;
  q?: string | undefined;
}

/** All, dropshippers, others (specification §2.3), and what slices above put beside. */
export function PartyTabs({ kind, q }: PartyTabsProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const query = q ? { q } : {};
  const counts = useCall(countCounterparties, { params: { project_id }, query }, { keepPrevious: true }).data;
  const others = useHookedTabs(counterpartiesTab);
  const [search] = useSearchParams();
  // what the list looks for, and its order, stay
  const at = (one: string) => {
    const asked = patchSearch(new URLSearchParams(kind === undefined ? '' : search), { kind: one }).toString();
    return asked ? `${LIST}?${asked}` : LIST;
  };
  return (
    <RouteTabs
      label={t.title}
      {...(kind === undefined ? {} : { opened: at(kind) })}
      tabs={[
        { to: at(''), label: t.all, count: counts?.all },
        { to: at('dropshippers'), label: t.dropshippers, count: counts?.dropshippers },
        { to: at('other'), label: t.other, count: counts?.other },
        ...others,
      ]}
    />
  );
}
