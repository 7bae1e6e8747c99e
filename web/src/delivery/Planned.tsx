import * as contract from '@lanka/domain/delivery/contract';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { type OrderPanelProps, orderPath } from '../orders';
import { PlanFacts } from './PlanFacts';
import { text } from './text';
import { WaybillDialog } from './WaybillDialog';

type Fix = contract.Fix;

export interface PartWaybill {
  projectId: string;
  order: OrderPanelProps['order'];
  /** Null: the order goes in one parcel. */
  part: { id: string; number: number } | null;
  data: contract.OrderWaybill;
}

interface PlannedProps extends PartWaybill {
  plan: contract.Plan;
}

/** As it would stand with what was pressed. */
function corrected(plan: contract.Plan, fixes: readonly Fix[]): contract.Plan {
  const after = { ...plan };
  for (const { kind, label, change } of fixes) {
    const { recipient_name, recipient_phone, city_ref, branch_ref, seats, cod_service } = change;
    Object.assign(after, {
      ...(recipient_name && { recipient_name }),
      ...(recipient_phone && { recipient_phone }),
      ...(city_ref && { city_ref, city_name: label }),
      ...(branch_ref && { branch_ref, branch_name: kind === 'branch' ? label : '' }),
      ...(seats && { seats }),
      ...(cod_service && { cod_service }),
    });
  }
  return after;
}

/** What the waybill would say, its price, what sets right what is wrong with it, and the button that makes it. */
export function Planned({ projectId, order, part, data, plan }: PlannedProps) {
  const t = useText(text);
  const [isEditing, setEditing] = useState(false);
  const [pressed, setPressed] = useState<readonly Fix[]>([]);
  const make = useAction(contract.makeWaybill);
  const { problems, fixes } = data;
  // one that the order does not need any more is let go of
  const taken = pressed.filter((one) => fixes.some((known) => isSame(known, one)));
  const isTaken = (code: string) => taken.some((one) => one.code === code);
  const left = problems.filter(({ code }) => !isTaken(code));
  const shown = corrected(plan, taken);
  const body = Object.assign({}, part ? { parcel: part.id } : {}, ...taken.map(({ change }) => change));
  const take = (fix: Fix) => {
    setPressed([...taken.filter(({ code }) => code !== fix.code), fix]);
    // a town of which no branch is known: the branch is chosen by hand
    if (fix.change.city_ref && !fix.change.branch_ref && !plan.door) setEditing(true);
  };
  const choices = (code: string) => (
    <Group gap="xs">
      {fixes
        .filter((fix) => fix.code === code)
        .map((fix) => (
          <Button
            key={JSON.stringify(fix.change)}
            variant={taken.some((one) => isSame(one, fix)) ? 'filled' : 'default'}
            aria-pressed={taken.some((one) => isSame(one, fix))}
            // a branch and its town take several lines on a phone
            h="auto"
            mih={36}
            py={6}
            maw="100%"
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            onClick={() => take(fix)}
          >
            {wordsOf(t, fix)}
          </Button>
        ))}
    </Group>
  );
  const refusedFor = [...new Set(fixes.map(({ code }) => code))].filter(
    (code) => !problems.some((problem) => problem.code === code),
  );
  return (
    <Stack gap="sm">
      {problems.length > 0 && (
        <Alert color={left.length > 0 ? 'yellow' : 'green'} title={t.fix}>
          <Stack gap="sm">
            {problems.map(({ path, code, message }) => (
              <Stack key={`${path} ${code}`} gap={4}>
                <Text size="sm" td={isTaken(code) ? 'line-through' : undefined}>
                  {message}
                </Text>
                {choices(code)}
              </Stack>
            ))}
          </Stack>
        </Alert>
      )}
      {refusedFor.map((code) => (
        <Alert key={code} color="blue" title={t.fixRefusal}>
          {choices(code)}
        </Alert>
      ))}
      <PlanFacts plan={shown} projectId={projectId} />
      {data.own_key === 'ready' && <Text size="sm">{t.ownWill}</Text>}
      <Group gap="sm">
        {left.length === 0 && (
          <Button
            loading={make.isPending}
            onClick={() => make.mutate({ params: { project_id: projectId, id: order.id }, body })}
          >
            {data.waybill ? t.again : t.makeIt}
          </Button>
        )}
        <Button variant="default" onClick={() => setEditing(true)}>
          {t.edit}
        </Button>
        {left.length > 0 && order.editable.details && (
          <Anchor component={Link} to={`${orderPath(order.id, null)}/edit`}>
            {t.toOrder}
          </Anchor>
        )}
      </Group>
      {isEditing && (
        <WaybillDialog
          projectId={projectId}
          orderId={order.id}
          parcel={part?.id}
          plan={shown}
          phone={taken.find(({ kind }) => kind === 'phone')?.change.recipient_phone}
          isMade={false}
          close={() => setEditing(false)}
        />
      )}
    </Stack>
  );
}

const isSame = (one: Fix, other: Fix): boolean =>
  one.code === other.code && JSON.stringify(one.change) === JSON.stringify(other.change);

function wordsOf(t: typeof text.ua, { kind, label, change }: Fix): string {
  if (kind === 'seats') return t.fixes.seats;
  if (kind === 'cod_service') return t.codServices[change.cod_service ?? 'money_back'];
  return t.fixes[kind](label);
}
