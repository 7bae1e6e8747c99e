import type { FoundGoods } from '@lanka/domain/my_goods/contract';
import { addBasketLines, findBasketGoods } from '@lanka/domain/purchases/contract';
import { Box, Text } from '@mantine/core';
import { useState } from 'react';
import { isOut, useStockWords } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Money } from '../kit/display/values';
import { Finder } from '../kit/form/finder';
import { call } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';
import { ownTitleOf, skusOf } from './words';

/** Looks for goods of all suppliers, by his own names and SKUs too, and puts them into the basket. */
export function AddFound() {
  const t = useText(text);
  const add = useAction(addBasketLines);
  const [said, setSaid] = useState('');
  const pick = (one: FoundGoods) => {
    const items = [{ project_id: one.project_id, product_variant_id: one.product_variant_id, count: 1 }];
    add.mutate({ body: { items } }, { onSuccess: () => setSaid(t.addedOf(ownTitleOf(one))) });
  };
  return (
    <Box maw={640}>
      <Finder
        label={t.find}
        description={t.findHint}
        find={async (q, signal) => (await call(findBasketGoods, { query: { q }, ...(signal ? { signal } : {}) })).items}
        keyOf={({ product_variant_id }) => product_variant_id}
        nameOf={ownTitleOf}
        codesOf={({ codes }) => codes}
        isDisabled={({ price }) => price === null}
        render={(one) => <Found goods={one} />}
        onPick={pick}
        onMissed={(code) => setSaid(t.notFound(code))}
        scan
      />
      <Text size="sm" c="dimmed" role="status" mt={4}>
        {said}
      </Text>
    </Box>
  );
}

function Found({ goods }: { goods: FoundGoods }) {
  const words = useStockWords();
  return (
    <span className="found">
      <Thumbnail url={goods.thumbnail_url} />
      <span className="found-name">
        <span className="wrap-anywhere">{ownTitleOf(goods)}</span>
        <Text span display="block" size="sm" c="dimmed" className="wrap-anywhere">
          {[goods.project_title, ...skusOf(goods)].join(' · ')}
        </Text>
      </span>
      <Text span ta="right" size="sm">
        <Money kopecks={goods.price} className="nowrap" />
        <Text span display="block" size="sm" className="nowrap" c={isOut(goods) ? 'var(--text-negative)' : 'dimmed'}>
          {words(goods)}
        </Text>
      </Text>
    </span>
  );
}
