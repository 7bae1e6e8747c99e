import * as contract from '@lanka/domain/reconciliations/contract';
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../kit/http/query';
import { inWorkspace } from '../kit/page/workspace';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { type Among, actPath, amongOf } from './path';
import { text } from './text';

interface OfAct {
  act: contract.Act;
  project_id: string;
}

/** The act before and the one after it, in the list that led here; else among those of its month. */
export function Neighbours({ act, project_id }: OfAct) {
  const t = useText(text);
  const [search] = useSearchParams();
  const asked = amongOf(Object.fromEntries(search));
  const among: Among = Object.keys(asked).length > 0 ? asked : { month: act.to.slice(0, 7) };
  const beside = (query: object) => ({
    params: { project_id },
    // as the address has them; the server looks at them
    query: { ...(among as object), ...query, limit: 1 },
  });
  // lists have the newest first
  const newer = useCall(contract.listReconciliations, beside({ above: act.number, sort: 'number' }));
  const older = useCall(contract.listReconciliations, beside({ below: act.number, sort: '-number' }));
  const [before, after] = [newer.data?.items[0], older.data?.items[0]];
  return (
    <Group gap={4} wrap="nowrap">
      <Step label={t.before} to={before && actPath(before.id, null, among)} icon={IconChevronLeft} />
      <Step label={t.after} to={after && actPath(after.id, null, among)} icon={IconChevronRight} />
    </Group>
  );
}

interface StepProps {
  label: string;
  to: string | undefined;
  icon: ComponentType<{ size?: number }>;
}

function Step({ label, to, icon: IconShown }: StepProps) {
  if (!to)
    return (
      <ActionIcon variant="default" size={36} disabled aria-label={label}>
        <IconShown size={18} />
      </ActionIcon>
    );
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} to={to} variant="default" size={36} aria-label={label}>
        <IconShown size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Of a dropshipper: the next act that waits for him, whichever supplier's it is. */
export function NextOfMine({ act }: OfAct) {
  const t = useText(text);
  // this one may be among them
  const list = useCall(contract.listMyReconciliations, { query: { awaits: 'counterparty', limit: 2 } });
  const { isDropshipping, project } = useSession();
  const next = list.data?.items.find(({ id }) => id !== act.id);
  if (!next) return null;
  const to = actPath(next.id, isDropshipping ? next.project_id : null);
  const look = { variant: 'default', rightSection: <IconChevronRight size={18} /> } as const;
  if (isDropshipping || next.project_id === project?.id)
    return (
      <Button component={Link} to={to} {...look}>
        {t.nextOfMine}
      </Button>
    );
  // of another supplier than where he stands
  return (
    <Button component="a" href={inWorkspace(to, next.project_id)} {...look}>
      {t.nextOfMine}
    </Button>
  );
}
