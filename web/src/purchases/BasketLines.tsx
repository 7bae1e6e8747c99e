import { formatAmount, lessPercent } from '@lanka/domain/kit/money';
import type { BasketLine } from '@lanka/domain/purchases/contract';
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { useStockWords } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Money } from '../kit/display/values';
import { MoneyInput, QuantityInput } from '../kit/form/inputs';
import { useText } from '../kit/text';
import { LinePrice } from '../orders';
import { text } from './text';
import type { BasketActions } from './useBasket';
import { ownTitleOf, skusOf } from './words';

export function BasketLines({ lines, actions }: { lines: readonly BasketLine[]; actions: BasketActions }) {
  const t = useText(text);
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.product}</th>
          <th scope="col" className="cell-right">
            {t.cost}
          </th>
          <th scope="col">{t.count}</th>
          <th scope="col">{t.customerPrice}</th>
          <th scope="col" className="cell-right">
            {t.amount}
          </th>
          <td aria-label={t.takeAway} />
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.product_variant_id} line={line} actions={actions} />
        ))}
      </tbody>
    </LineTable>
  );
}

function Row({ line, actions }: { line: BasketLine; actions: BasketActions }) {
  const t = useText(text);
  const words = useStockWords();
  const name = ownTitleOf(line);
  const [count, setCount] = useState<number | null>(line.count);
  const [price, setPrice] = useState<number | null>(line.customer_price);
  // what was changed elsewhere, and what the server has made of it
  useEffect(() => setCount(line.count), [line.count]);
  useEffect(() => setPrice(line.customer_price), [line.customer_price]);
  const params = { project_id: line.project_id, product_variant_id: line.product_variant_id };
  const isCount = count !== null && Number.isInteger(count) && count >= 1;
  const isPrice = price === null || Number.isFinite(price);
  const save = () => {
    if (!isCount || !isPrice) return;
    // the other one may have been changed on another device
    const changed = {
      ...(count === line.count ? {} : { count }),
      ...(price === line.customer_price ? {} : { customer_price: price }),
    };
    if (Object.keys(changed).length > 0) actions.line.mutate({ params, body: changed });
  };
  return (
    <tr data-short={line.problem ? true : undefined}>
      <td className="line-name">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Thumbnail url={line.thumbnail_url} />
          <div>
            <Text className="wrap-anywhere">{name}</Text>
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {[
                ...skusOf(line),
                line.availability ? words({ availability: line.availability, available: line.available }) : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            {line.problem && (
              <Text size="sm" c="var(--text-negative)" role="alert">
                {line.problem.message}
              </Text>
            )}
          </div>
        </Group>
      </td>
      <LineCell label={t.cost}>{line.price ? <LinePrice item={line.price} /> : '–'}</LineCell>
      <td>
        <span className="line-label">{t.count}</span>
        <QuantityInput
          className="line-count"
          aria-label={t.countOf(name)}
          min={1}
          max={1_000_000}
          value={count}
          onChange={setCount}
          onBlur={save}
          onEnter={save}
          error={isCount ? undefined : t.badCount}
        />
      </td>
      <td>
        <span className="line-label">{t.customerPrice}</span>
        <MoneyInput
          className="line-price"
          aria-label={t.customerPriceOf(name)}
          placeholder={recommended(line)}
          value={price}
          onChange={setPrice}
          onBlur={save}
          error={isPrice ? undefined : t.badPrice}
        />
      </td>
      <LineCell label={t.amount}>
        {line.price ? (
          <span>
            <Money kopecks={line.price.amount} className="nowrap" />
            <Text span display="block" size="sm" c="dimmed">
              {t.forCustomer}: <Money kopecks={line.price.customer_amount} className="nowrap" />
            </Text>
          </span>
        ) : (
          '–'
        )}
      </LineCell>
      <td className="cell-right line-remove">
        <Tooltip label={t.takeAway}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            loading={
              actions.remove.isPending &&
              actions.remove.variables?.params.product_variant_id === line.product_variant_id
            }
            onClick={() => actions.remove.mutate({ params })}
            aria-label={t.removeLine(name)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}

/** What the customer pays for a piece unless the seller says otherwise. */
const recommended = ({ price }: BasketLine): string =>
  price ? formatAmount(lessPercent(price.recommended_price, price.customer_discount)) : '';
