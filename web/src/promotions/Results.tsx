import * as contract from '@lanka/domain/promotions/contract';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count, DateTime, Money } from '../kit/display/values';
import { useCall, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { text } from './text';

const PAGE = 10;

interface OfPromotion {
  params: { project_id: string; id: string };
}

/** What the promotion brought. */
export function Results({ params }: OfPromotion) {
  const t = useText(text);
  const results = useCall(contract.readPromotionResults, { params }).data;
  return (
    <KeyFacts
      title={t.results}
      facts={[
        { label: t.ordersCount, value: <Count value={results?.orders_count} /> },
        { label: t.ordersSum, value: <Money kopecks={results?.sum} /> },
        { label: t.discountSum, value: <Money kopecks={results?.discount_sum} /> },
      ]}
    />
  );
}

/** The orders that the figures are made of. */
export function ResultOrders({ params }: OfPromotion) {
  const t = useText(text);
  const list = usePages<contract.PromotionOrder>(contract.listPromotionOrders, { params, query: { limit: PAGE } });
  return (
    <Section title={t.resultOrders} empty={list.data?.length === 0 && t.noOrders}>
      <Loaded query={list}>
        {(orders) => (
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {t.resultsHint}
            </Text>
            <LineTable>
              <thead>
                <tr>
                  <th scope="col">{t.number}</th>
                  <th scope="col">{t.buyer}</th>
                  <LineHeads names={[t.ordersSum, t.discountSum]} />
                </tr>
              </thead>
              <tbody>
                {orders.map((order) => (
                  <tr key={order.id}>
                    <td className="nowrap">
                      <Anchor component={Link} to={`/cp/orders/${order.id}`}>
                        № {order.number}
                      </Anchor>
                      <Text size="sm" c="dimmed">
                        <DateTime at={order.created_at} />
                      </Text>
                    </td>
                    <td className="line-name wrap-anywhere">{order.counterparty_name}</td>
                    <LineCell label={t.ordersSum}>
                      <Money kopecks={order.sum} />
                    </LineCell>
                    <LineCell label={t.discountSum}>
                      <Money kopecks={order.discount_sum} />
                    </LineCell>
                  </tr>
                ))}
              </tbody>
            </LineTable>
            <MoreRows list={list} />
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
