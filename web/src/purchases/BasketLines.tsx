import { formatAmount, lessPercent } from '@lanka/domain/kit/money';
import type { BasketLine } from '@lanka/domain/purchases/contract';
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { GoodsHead, GoodsRow } from '../kit/display/GoodsRow';
import { LineTable } from '../kit/display/LineTable';
import { useStockWords } from '../kit/display/stock';
import { Money } from '../kit/display/values';
import { useText } from '../kit/text';
import { LinePrice } from '../orders';
import { text } from './text';
import type { BasketActions } from './useBasket';
import { ownTitleOf, skusOf } from './words';

export function BasketLines({ lines, actions }: { lines: readonly BasketLine[]; actions: BasketActions }) {
  const t = useText(text);
  return (
    <LineTable>
      <GoodsHead words={t} />
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
    <GoodsRow
      words={t}
      id={line.product_variant_id}
      name={name}
      thumbnail_url={line.thumbnail_url}
      about={[
        ...skusOf(line),
        line.availability ? words({ availability: line.availability, available: line.available }) : null,
      ]}
      isShort={line.problem !== null}
      below={
        line.problem && (
          <Text size="sm" c="var(--text-negative)" role="alert">
            {line.problem.message}
          </Text>
        )
      }
      cost={line.price ? <LinePrice item={line.price} /> : '–'}
      count={{
        ...{ value: count, max: 1_000_000, onChange: setCount, onBlur: save, onEnter: save },
        error: isCount ? undefined : t.badCount,
      }}
      price={{
        ...{ value: price, placeholder: recommended(line), onChange: setPrice, onBlur: save },
        error: isPrice ? undefined : t.badPrice,
      }}
      amount={
        line.price ? (
          <span>
            <Money kopecks={line.price.amount} className="nowrap" />
            <Text span display="block" size="sm" c="dimmed">
              {t.forCustomer}: <Money kopecks={line.price.customer_amount} className="nowrap" />
            </Text>
          </span>
        ) : (
          '–'
        )
      }
      remove={{
        onClick: () => actions.remove.mutate({ params }),
        label: t.removeLine(name),
        loading:
          actions.remove.isPending && actions.remove.variables?.params.product_variant_id === line.product_variant_id,
      }}
    />
  );
}

/** What the customer pays for a piece unless the seller says otherwise. */
const recommended = ({ price }: BasketLine): string =>
  price ? formatAmount(lessPercent(price.recommended_price, price.customer_discount)) : '';
