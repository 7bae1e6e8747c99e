import type { Product } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/turnover/contract';
import { Anchor, Divider, Group, Stack, Text } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Explain, Section } from '../kit/display/facts';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { Count, DateOnly, DateTime, Money, Percent } from '../kit/display/values';
import { useCall, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { text } from './text';

/** What each modification costs by its purchases, what it earns, and what is still to come. */
export function ProductCosts({ projectId, product }: { projectId: string; product: Product }) {
  const t = useText(text);
  const costs = useCall(contract.listProductCosts, { params: { project_id: projectId, id: product.id } });
  const items = costs.data?.items ?? [];
  if (product.deleted) return null;
  if (costs.data && items.every(({ cost, expected }) => cost === null && expected === 0))
    return <Section title={t.costs} empty={t.noCostsYet} />;
  return (
    <Section title={t.costs} flush>
      <Loaded query={costs}>
        {() => (
          <LineTable>
            <thead>
              <tr>
                <th scope="col">{t.modification}</th>
                {[t.cost, t.salePrice, t.margin, t.expected].map((label) => (
                  <th key={label} scope="col" className="cell-right">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => {
                const name = nameIn(product, item.product_variant_id);
                const of = { projectId, variantId: item.product_variant_id };
                return (
                  <tr key={item.product_variant_id}>
                    <td className="line-name wrap-anywhere">{name}</td>
                    <LineCell label={t.cost}>
                      {item.cost === null ? (
                        <Text span inherit c="dimmed" title={t.noCost}>
                          {t.unknown}
                        </Text>
                      ) : (
                        <Explain value={<Money kopecks={item.cost} />} title={t.costOf(name)}>
                          {() => <CostRows {...of} />}
                        </Explain>
                      )}
                    </LineCell>
                    <LineCell label={t.salePrice}>
                      <Money kopecks={item.price} />
                    </LineCell>
                    <LineCell label={t.margin}>
                      {item.margin === null ? (
                        '–'
                      ) : (
                        <span>
                          <Explain
                            value={
                              <Money
                                kopecks={item.margin}
                                {...(item.margin < 0 ? { c: 'var(--text-negative)' } : {})}
                              />
                            }
                            title={t.marginOf(name)}
                          >
                            {() => <MarginRows item={item} {...of} />}
                          </Explain>
                          {item.margin_percent !== null && (
                            <Text span size="sm" c="dimmed" ml={8}>
                              <Percent part={item.margin_percent} />
                            </Text>
                          )}
                        </span>
                      )}
                    </LineCell>
                    <LineCell label={t.expected}>
                      {item.expected === 0 ? (
                        '–'
                      ) : (
                        <Explain value={<Count value={item.expected} />} title={t.expectedOf(name)}>
                          {() => <ExpectedRows {...of} />}
                        </Explain>
                      )}
                    </LineCell>
                  </tr>
                );
              })}
            </tbody>
          </LineTable>
        )}
      </Loaded>
    </Section>
  );
}

interface CostsOfProps {
  projectId: string;
  product: Product;
}

/** In the right panel, where there is no room for a table: of each modification what it earns; its cost opens its documents. */
export function ModificationCosts({ projectId, product }: CostsOfProps) {
  const t = useText(text);
  const costs = useCall(contract.listProductCosts, { params: { project_id: projectId, id: product.id } });
  return (
    <Loaded query={costs}>
      {({ items }) => (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t.marginIs}
          </Text>
          {items.map((item) => (
            <section key={item.product_variant_id}>
              <Text fw={600} className="wrap-anywhere">
                {nameIn(product, item.product_variant_id)}
              </Text>
              {item.cost === null ? (
                <Text size="sm" c="dimmed">
                  {t.noCost}
                </Text>
              ) : (
                <Text className="figures" component="div">
                  <Money kopecks={item.price} /> −{' '}
                  <Explain
                    value={<Money kopecks={item.cost} />}
                    title={t.costOf(nameIn(product, item.product_variant_id))}
                  >
                    {() => <CostRows projectId={projectId} variantId={item.product_variant_id} />}
                  </Explain>{' '}
                  = <Money kopecks={item.margin} fw={600} />
                </Text>
              )}
            </section>
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

function nameIn(product: Product, id: string): string {
  const variant = product.variants.find((one) => one.id === id);
  return variant?.name || variant?.sku || product.name;
}

interface OfVariant {
  projectId: string;
  variantId: string;
}

const PAGE = 30;

/** The difference of the price and a cost that can be opened itself. */
function MarginRows({ item, ...of }: OfVariant & { item: contract.VariantCost }) {
  const t = useText(text);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.marginIs}
      </Text>
      <Text className="figures" fw={600}>
        <Money kopecks={item.price} /> − <Money kopecks={item.cost} /> = <Money kopecks={item.margin} />
      </Text>
      <Text fw={600}>{t.cost}</Text>
      <CostRows {...of} />
    </Stack>
  );
}

/** The steps of a cost, newest first: before → after, by which document. */
function CostRows({ projectId, variantId }: OfVariant) {
  const t = useText(text);
  const params = { project_id: projectId, id: variantId };
  const list = usePages<contract.CostEntry>(contract.listCosts, { params, query: { limit: PAGE } });
  return (
    <Loaded query={list}>
      {(rows) => (
        <Stack gap="sm">
          {rows.length === 0 && <Text c="dimmed">{t.noSteps}</Text>}
          {rows.map((row, i) => (
            <div key={row.id}>
              {i > 0 && <Divider mb="sm" />}
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Anchor component={Link} to={`/cp/turnover/${row.document.id}`}>
                  {t.documentNumber(row.document.number)}
                </Anchor>
                <Group gap={4} wrap="nowrap" fw={600} component="span">
                  <Money kopecks={row.cost_before} />
                  <IconArrowNarrowRight size={16} aria-label="→" role="img" />
                  <Money kopecks={row.cost_after} />
                </Group>
              </Group>
              <Text size="sm" className="figures" component="div">
                {`${t.pieces(row.count)} × `}
                <Money kopecks={row.price} />
                {` · ${t.was(row.pieces_before)}`}
              </Text>
              <Text size="sm" c="dimmed" component="div">
                <DateTime at={row.created_at} />
              </Text>
            </div>
          ))}
          <MoreRows list={list} />
        </Stack>
      )}
    </Loaded>
  );
}

/** The documents by which it is still to come. */
function ExpectedRows({ projectId, variantId }: OfVariant) {
  const t = useText(text);
  const list = usePages<contract.TurnoverRow>(contract.listTurnover, {
    params: { project_id: projectId },
    query: { product_variant_id: variantId, expected: true, limit: PAGE },
  });
  return (
    <Loaded query={list}>
      {(rows) => (
        <Stack gap="sm">
          {rows.map((row) => (
            <div key={row.id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Anchor component={Link} to={`/cp/turnover/${row.id}`}>
                  {t.one(row.flow, row.number)}
                </Anchor>
                <DateOnly date={row.date} />
              </Group>
              <Text size="sm" c="dimmed">
                {row.counterparty?.name ?? t.nobody}
              </Text>
            </div>
          ))}
          <MoreRows list={list} />
        </Stack>
      )}
    </Loaded>
  );
}
