/** The last step: everything at a glance, and what sending does. */

import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import { listSuppliers } from '@lanka/domain/partners/contract';
import { Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { KeyFacts, Section } from '../kit/display/facts';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Count, Money, Phone } from '../kit/display/values';
import type { UploadedFile } from '../kit/form/uploads';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { useCounterparty } from '../partners';
import { CodNumbers } from './CodFields';
import type { OrderValues } from './form';
import { formText } from './form-text';
import * as lines from './lines';
import { marksText } from './marks-text';
import { Sum } from './Sum';
import { text } from './text';
import type { OrderPlace } from './where';

interface SummaryProps {
  place: OrderPlace;
  values: OrderValues;
  infos: lines.Infos;
  lines: readonly lines.Line[];
  sums: lines.Preview;
  receipts: readonly UploadedFile[];
}

export function Summary({ place, values, infos, lines: wanted, sums, receipts }: SummaryProps) {
  const t = useText(formText);
  const o = useText(text);
  const m = useText(marksText);
  const party = usePartyName(place, values);
  const { customer, delivery } = values;
  const operator = (delivery?.operator ?? 'other') as keyof typeof o.operators;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <KeyFacts
          title={t.summary}
          facts={[
            { label: place.role === 'Client' ? o.supplier : o.counterparty, value: party },
            { label: o.customer, value: customer?.name || o.nobody },
            {
              label: o.delivery,
              value: [o.operators[operator], delivery?.recipient_name, delivery?.address].filter(Boolean).join(', '),
            },
            { label: o.recipientPhone, value: <Phone number={delivery?.recipient_phone} /> },
            {
              label: m.receipt,
              value: <span className="wrap-anywhere">{receipts.map(({ name }) => name).join(', ')}</span>,
              hidden: receipts.length === 0,
            },
          ]}
        />
        <Section title={t.expected}>
          <Stack gap={6}>
            <Group justify="space-between">
              <Text>{o.sum}</Text>
              <Sum kopecks={sums.sum} isOld={sums.isOld} fw={600} fz="lg" />
            </Group>
            <Group justify="space-between">
              <Text>{o.customerSum}</Text>
              <Sum kopecks={sums.customer_sum} isOld={sums.isOld} />
            </Group>
            {place.role === 'Client' && (
              <Group justify="space-between">
                <Text>{o.myMargin}</Text>
                <Sum kopecks={marginOf(sums)} isOld={sums.isOld} signed />
              </Group>
            )}
            {sums.cod && <CodNumbers cod={sums.cod} isOld={sums.isOld} />}
            {values.promo_code && (
              <Group justify="space-between">
                <Text>{o.promoCode}</Text>
                <Text {...(sums.promo_refused ? { c: 'var(--text-negative)' } : {})}>
                  {sums.promo_refused ?? values.promo_code}
                </Text>
              </Group>
            )}
            <Text size="sm" c="dimmed" mt={4}>
              {t.expectedHint}
            </Text>
          </Stack>
        </Section>
      </SimpleGrid>
      <Section title={`${t.lines(wanted.length)}, ${t.pieces(lines.piecesOf(wanted))}`}>
        <Stack gap="sm">
          {wanted.map((line) => {
            const info = infos[line.product_variant_id];
            return (
              <Group key={line.product_variant_id} gap="sm" wrap="nowrap" align="flex-start">
                <Thumbnail url={info?.thumbnail_url ?? null} />
                <Text flex={1} className="wrap-anywhere">
                  {info ? lines.titleOf(info) : '…'}
                </Text>
                <Text ta="right" className="nowrap" component="span">
                  <Count value={lines.countOf(line)} {...(info ? { unit: info.unit } : {})} /> ×{' '}
                  <Money kopecks={sums.lines[line.product_variant_id]?.base_price ?? info?.base_price} />
                  <Text span display="block" size="sm" c="dimmed">
                    <Money kopecks={sums.lines[line.product_variant_id]?.amount} />
                  </Text>
                </Text>
              </Group>
            );
          })}
        </Stack>
      </Section>
      <Section title={t.whatHappens}>
        <List spacing={4}>
          <List.Item>{t.happensFreeze}</List.Item>
          <List.Item>{t.happensBook(lines.piecesOf(wanted))}</List.Item>
          <List.Item>{t.happensManager}</List.Item>
        </List>
      </Section>
    </Stack>
  );
}

const marginOf = ({ sum, customer_sum }: lines.Preview): number | null =>
  sum === null || customer_sum === null ? null : customer_sum - sum;

function usePartyName({ project_id, role }: OrderPlace, values: OrderValues): string {
  const t = useText(formText);
  const isClient = role === 'Client';
  const counterparty = useCounterparty(project_id, isClient ? null : values.counterparty_id || null);
  const suppliers = useCall(listSuppliers, { query: { limit: MAX_LIMIT } }, { enabled: isClient, staleTime: 60_000 });
  if (!isClient) return counterparty.data?.name ?? (values.counterparty_id ? '…' : t.ownSales);
  const supplier = suppliers.data?.items.find((one) => one.project_id === project_id || one.friendly_id === project_id);
  return supplier?.title ?? '…';
}
