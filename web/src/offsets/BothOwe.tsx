import { formatMoney } from '@lanka/domain/kit/money';
import { listMyMutual, type Mutual, type OffsetClaims, readOffsetClaims } from '@lanka/domain/offsets/contract';
import { mostOf, netOf } from '@lanka/domain/offsets/rules';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Aside } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

interface OfParty {
  projectId: string;
  counterpartyId: string;
}

/** Over a counterparty's page: that both owe one another, here or as two projects, and what can be done about it. */
export function BothOwe({ projectId, counterpartyId }: OfParty) {
  const t = useText(text);
  const { can } = useSession();
  const { data } = useCall(
    readOffsetClaims,
    { params: { project_id: projectId }, query: { counterparty_id: counterpartyId } },
    { enabled: can('offsets.read') },
  );
  if (!data || (mostOf(data) === 0 && data.partners.length === 0)) return null;
  const to = `/cp/offsets?build=1&for=${counterpartyId}`;
  return (
    <Alert color="blue" icon={<IconArrowsExchange />} title={mostOf(data) > 0 ? t.bothOwe : undefined}>
      <Stack gap="xs" align="flex-start">
        {mostOf(data) > 0 && <Text size="sm">{t.bothOweText(formatMoney(data.debt), formatMoney(data.claim))}</Text>}
        {data.partners.map((one) => (
          <Text key={one.project_id} size="sm">
            {t.mutualText(one.title, formatMoney(one.debt), formatMoney(one.claim))} <Net partner={one} />
          </Text>
        ))}
        {can('offsets.edit') && canBuild(data) && (
          <Button component={Link} to={to} size="xs" variant="default">
            {t.create}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

const canBuild = (claims: OffsetClaims): boolean => [claims, ...claims.partners].some((one) => mostOf(one) > 0);

function Net({ partner }: { partner: Mutual }) {
  const t = useText(text);
  const net = netOf(partner);
  if (net === 0) return t.netZero;
  return net > 0 ? t.netOwed(formatMoney(net)) : t.netOwing(formatMoney(0 - net));
}

/** In the dropshipper's wallet: what this supplier owes his own project, and both together, as the wallet counts. */
export function WalletNote({ projectId }: { projectId: string }) {
  const t = useText(text);
  const { data } = useCall(listMyMutual, {});
  return data?.items
    .filter(({ project_id }) => project_id === projectId)
    .map((one) => (
      <Aside key={one.own_project.project_id} onlyTable>
        {t.inMyProject(one.own_project.title, formatMoney(0 - one.our_balance))},{' '}
        {t.together(formatMoney(0 - netOf(one)))}
      </Aside>
    ));
}
