import type * as contract from '@lanka/domain/fiscal/contract';
import { Anchor, Badge, Button, Group, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { usePlanRefusal } from '../integrations';
import { KeyFacts } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { EmptyState, Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Frame, ROOT } from './Frame';
import { RegisterNotes } from './RegisterNotes';
import { ShiftButton } from './ShiftButton';
import { registerStatus, shiftState, text } from './text';
import { useRegisters } from './use-registers';

/** `/cp/integrations/checkbox`: all registers, each with its state and the one thing that is done with it. */
export function RegistersPage() {
  const t = useText(text);
  const { can } = useSession();
  const registers = useRegisters();
  const isRefused = usePlanRefusal('checkbox') !== null;
  return (
    <Frame>
      <Loaded query={registers}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              drawing="connect"
              title={t.empty}
              text={t.emptyText}
              action={
                can('cash_registers.edit') &&
                !isRefused && (
                  <Button component={Link} to={`${ROOT}/new`}>
                    {t.connect}
                  </Button>
                )
              }
            />
          ) : (
            <Stack gap="md">
              {items.map((register) => (
                <RegisterCard key={register.id} register={register} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Frame>
  );
}

function RegisterCard({ register }: { register: contract.CashRegister }) {
  const t = useText(text);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Anchor component={Link} to={`${ROOT}/${register.id}`} fw={600} size="lg" className="wrap-anywhere">
            {register.name}
          </Anchor>
          <StatusBadge table={registerStatus} value={register.status} />
          <StatusBadge table={shiftState} value={register.shift} />
          {register.is_test && <Badge variant="default">{t.testShort}</Badge>}
        </Group>
        <ShiftButton register={register} />
      </Group>
      <RegisterNotes register={register} />
      <KeyFacts across facts={useFacts(register)} />
    </Stack>
  );
}

function useFacts(register: contract.CashRegister) {
  const t = useText(text);
  return [
    { label: t.fiscalNumber, value: register.fiscal_number },
    { label: t.seller, value: register.counterparty?.name ?? t.own },
    { label: t.openedAt, value: <DateTime at={register.opened_at} />, hidden: register.opened_at === null },
    { label: t.closeAt, value: register.close_at ?? '–' },
    { label: t.waiting, value: register.waiting, hidden: register.waiting === 0 },
  ];
}
