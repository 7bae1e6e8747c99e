import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import type { SettlementToolProps } from '../partners';
import { BuildAct } from './BuildAct';
import { text } from './text';

/** Beside a statement of settlements: an act of the same period. */
export function BuildButton({ counterpartyId, from, to }: SettlementToolProps) {
  const t = useText(text);
  const { can } = useSession();
  const [building, setBuilding] = useState(false);
  if (!can('reconciliations.edit')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setBuilding(true)}>
        {t.create}
      </Button>
      <BuildAct
        opened={building}
        close={() => setBuilding(false)}
        counterpartyId={counterpartyId}
        period={{ from, to }}
      />
    </>
  );
}
