import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/partners/contract';
import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { Section } from '../kit/display/facts';
import { DayInput } from '../kit/form/day';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { settlementTool } from './facts';
import { Statement } from './Statement';
import { text } from './text';

const isDate = (value: string | null): value is string => value !== null && z.iso.date().safeParse(value).success;

/** From the first day of this month until today, unless the address says otherwise. */
function usePeriod() {
  const [search, setSearch] = useSearchParams();
  const today = kyivDate(new Date());
  const given = { from: search.get('from'), to: search.get('to') };
  const from = isDate(given.from) ? given.from : `${today.slice(0, 8)}01`;
  const to = isDate(given.to) ? given.to : today;
  const choose = (change: { from?: string; to?: string }) => setSearch({ from, to, ...change }, { replace: true });
  return { from, to, choose };
}

export function Reconciliation({ counterparty }: { counterparty: Pick<contract.Counterparty, 'id'> }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { from, to, choose } = usePeriod();
  const tools = useHook(settlementTool);
  const act = useCall(
    contract.readReconciliation,
    { params: { project_id, id: counterparty.id }, query: { from, to } },
    { keepPrevious: true },
  );
  return (
    <Stack gap="md">
      <Group gap="sm" align="flex-end">
        <SimpleGrid cols={2} spacing="sm">
          <DayInput label={t.from} value={from} maxDate={to} onChange={(day) => day && choose({ from: day })} />
          <DayInput label={t.to} value={to} minDate={from} onChange={(day) => day && choose({ to: day })} />
        </SimpleGrid>
        <Suspense>
          {tools.map(({ id, Component }) => (
            <Component key={id} counterpartyId={counterparty.id} from={from} to={to} />
          ))}
        </Suspense>
      </Group>
      <Loaded query={act}>{(data) => <Act act={data} />}</Loaded>
    </Stack>
  );
}

function Act({ act }: { act: contract.Reconciliation }) {
  const t = useText(text);
  const side = act.in_favour_of === 'supplier' ? act.supplier_name : act.counterparty_name;
  return (
    <Section flush>
      <Statement {...act} />
      <Text p="md">{act.in_favour_of ? t.inFavourOf(side, formatMoney(act.owed)) : t.noDebt}</Text>
    </Section>
  );
}
