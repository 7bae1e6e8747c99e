import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import * as contract from '@lanka/domain/reconciliations/contract';
import { Anchor, Text } from '@mantine/core';
import { isDropshipper } from '../identity';
import { useCall } from '../kit/http/query';
import { inWorkspace } from '../kit/page/workspace';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** A dropshipper of several suppliers who works at one of them: acts of the others are in his own workspace alone. */
export function useStandsAtOne(): boolean {
  const { isDropshipping, role, user } = useSession();
  const suppliers = useSuppliers();
  return !isDropshipping && role === 'Client' && suppliers.length > 1 && isDropshipper(user);
}

/** That acts of other suppliers wait for him, who would not learn it here. */
export function Elsewhere() {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const enabled = useStandsAtOne();
  const here = useCall(contract.countReconciliations, { params }, { enabled });
  const all = useCall(contract.countMyReconciliations, {}, { enabled });
  const others = enabled && here.data && all.data ? all.data.waiting - here.data.waiting : 0;
  if (others <= 0) return null;
  return (
    <Text size="sm" role="status">
      {t.elsewhere(others)}{' '}
      <Anchor href={inWorkspace('/cp/reconciliations', DROPSHIPPING)} inherit underline="always">
        {t.toElsewhere}
      </Anchor>
    </Text>
  );
}
