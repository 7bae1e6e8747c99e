import * as contract from '@lanka/domain/fiscal/contract';
import { daysAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Explain, Section } from '../kit/display/facts';
import { DateOnly, Money } from '../kit/display/values';
import { DayInput } from '../kit/form/day';
import { useCall } from '../kit/http/query';
import { EmptyState, LinesSkeleton, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf, orderPath } from '../orders';
import { Frame } from './Frame';
import { text } from './text';

/** `/cp/integrations/checkbox/days`: receipts beside the ledger; a difference opens what it is made of. */
export function DaysPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const today = kyivDate(new Date());
  const [from, setFrom] = useState(daysAfter(today, -29));
  const [to, setTo] = useState(today);
  const days = useCall(contract.listDays, { params: { project_id }, query: { from, to } }, { keepPrevious: true });
  return (
    <Frame subtitle={t.daysHint}>
      <Group gap="sm" align="flex-end">
        <DayInput label={t.from} value={from} onChange={(day) => day && setFrom(day)} max={to} />
        <DayInput label={t.to} value={to} onChange={(day) => day && setTo(day)} min={from} max={today} />
      </Group>
      <Loaded query={days} isOld={days.isPlaceholderData}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState drawing="money" title={t.noDays} text={t.noReceiptsText} />
          ) : (
            <Section flush>
              <Table.ScrollContainer minWidth={640}>
                <Table>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t.day}</Table.Th>
                      <Table.Th ta="right">{t.sold}</Table.Th>
                      <Table.Th ta="right">{t.returned}</Table.Th>
                      <Table.Th ta="right">{t.net}</Table.Th>
                      <Table.Th ta="right">{t.ledger}</Table.Th>
                      <Table.Th ta="right">{t.difference}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {items.map((day) => (
                      <Day key={day.day} day={day} />
                    ))}
                  </Table.Tbody>
                  <Table.Tfoot>
                    <Table.Tr>
                      <Table.Th />
                      <Sums of={total} />
                      <Table.Th ta="right">
                        <Money kopecks={total.net - total.ledger} className="nowrap" />
                      </Table.Th>
                    </Table.Tr>
                  </Table.Tfoot>
                </Table>
              </Table.ScrollContainer>
            </Section>
          )
        }
      </Loaded>
    </Frame>
  );
}

function Sums({ of }: { of: Omit<contract.FiscalDay, 'day'> }) {
  return [of.sold, of.returned, of.net, of.ledger].map((kopecks, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
    <Table.Td key={at} ta="right">
      <Money kopecks={kopecks} className="nowrap" />
    </Table.Td>
  ));
}

function Day({ day }: { day: contract.FiscalDay }) {
  const t = useText(text);
  const difference = day.net - day.ledger;
  return (
    <Table.Tr>
      <Table.Td>
        <DateOnly date={day.day} />
      </Table.Td>
      <Sums of={day} />
      <Table.Td ta="right">
        {day.differing === 0 ? (
          <Text span size="sm" c="dimmed">
            {t.agrees}
          </Text>
        ) : (
          <Explain
            title={t.differs(dotted(day.day))}
            value={
              <>
                <Money kopecks={difference} className="nowrap" />{' '}
                <Text span size="sm" c="dimmed">
                  {t.differing(day.differing)}
                </Text>
              </>
            }
          >
            <Differing day={day.day} count={day.differing} />
          </Explain>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Differing({ day, count }: { day: string; count: number }) {
  const t = useText(text);
  const project_id = useProjectId();
  const found = useCall(contract.readDay, { params: { project_id, day } });
  if (!found.data) return <LinesSkeleton lines={4} />;
  return (
    <Stack gap="sm">
      {found.data.items.map(({ order, customer_name, receipts, ledger, reason }) => (
        <div key={order?.id ?? 'none'}>
          <Group justify="space-between" wrap="nowrap">
            {order ? (
              <Anchor component={Link} to={orderPath(order.id, null)} fw={500}>
                № {numberOf(order)}
              </Anchor>
            ) : (
              <Text fw={500}>{t.dayReasons.no_order}</Text>
            )}
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {customer_name}
            </Text>
          </Group>
          {order && <Text size="sm">{t.dayReasons[reason]}</Text>}
          <Text size="sm" c="dimmed" component="div">
            {t.receipts}: <Money kopecks={receipts} /> · {t.ledger}: <Money kopecks={ledger} />
          </Text>
        </div>
      ))}
      {found.data.items.length < count && (
        <Text size="sm" c="dimmed">
          {t.firstOf(found.data.items.length, count)}
        </Text>
      )}
    </Stack>
  );
}
