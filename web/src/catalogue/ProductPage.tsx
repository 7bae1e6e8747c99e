import * as contract from '@lanka/domain/catalogue/contract';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Photo, Photos } from '../kit/display/photos';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Amount } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { PausedNotice } from '../projects';
import { ApplicationState, applyTo, goodsOf, OnlyWithPlan, priceRange, ROOT, Verified } from './parts';
import { text } from './text';

export const ProductPage = () => (
  <OnlyWithPlan>
    <Product />
  </OnlyWithPlan>
);

/** `/cp/catalogue/products/:id`: goods to look through before one applies to whoever makes them. */
function Product() {
  const { id = '' } = useParams();
  const product = useCall(contract.readGoods, { params: { id } });
  return <Loaded query={product}>{(data) => <Shown product={data} />}</Loaded>;
}

function Shown({ product }: { product: contract.GoodsDetails }) {
  const t = useText(text);
  const w = useText(words);
  const { supplier, images } = product;
  return (
    <Page
      title={product.title}
      crumbs={[
        { to: `${ROOT}/products`, label: t.goods },
        { to: `${ROOT}/${supplier.friendly_id}`, label: supplier.title },
      ]}
      action={!supplier.mine && !supplier.application && { label: t.apply, to: applyTo(supplier), icon: IconUserShare }}
      side={<Side product={product} />}
    >
      <PausedNotice until={supplier.paused_until} />
      <Section title={t.photos} empty={images.length === 0 && t.noPhotos}>
        <Photos>
          {images.map((photo, i) => (
            <Photo key={photo.id} photo={photo} label={w.photoOf(product.title, i + 1)} />
          ))}
        </Photos>
      </Section>
      <Variants product={product} />
      {product.description && (
        <Section title={t.description}>
          <Text className="prose">{product.description}</Text>
        </Section>
      )}
    </Page>
  );
}

function Side({ product }: { product: contract.GoodsDetails }) {
  const t = useText(text);
  const { supplier, vendor, category_path, options } = product;
  return (
    <Stack gap="md">
      <KeyFacts
        facts={[
          { label: t.recommended, value: priceRange(product.recommended_from, product.recommended_to) },
          {
            label: t.base,
            value: priceRange(product.base_from, product.base_to),
            hidden: product.base_from === null,
          },
          {
            label: t.stock,
            value: product.in_stock ? t.inStock : t.outOfStock,
            hidden: product.in_stock === null,
          },
          { label: t.goodsCategory, value: category_path, hidden: !category_path },
          { label: t.vendor, value: vendor, hidden: !vendor },
          ...options.map(({ name, values }) => ({ label: name, value: values.join(', ') })),
        ]}
      />
      <KeyFacts
        title={t.name}
        facts={[
          {
            label: t.called,
            value: (
              <Group gap="xs" wrap="nowrap">
                <Thumbnail url={supplier.logo_url} size={32} />
                <Anchor
                  component={Link}
                  to={`${ROOT}/${supplier.friendly_id}`}
                  inherit
                  className="wrap-anywhere catalogue-name"
                >
                  {supplier.title}
                </Anchor>
              </Group>
            ),
          },
          { label: t.state, value: <Verified /> },
          { label: t.category, value: supplier.category, hidden: !supplier.category },
          { label: t.city, value: [supplier.city, supplier.region].filter(Boolean).join(', '), hidden: !supplier.city },
          { label: t.minimum, value: supplier.minimum_order || '–' },
          { label: t.delivery, value: supplier.delivery || '–' },
          { label: t.deliveryTime, value: supplier.delivery_time || '–' },
          { label: t.returns, value: supplier.returns || '–' },
          { label: t.restriction, value: supplier.region_restriction, hidden: !supplier.region_restriction },
          { label: t.goods, value: goodsOf(t, supplier) },
          { label: t.application, value: <ApplicationState supplier={supplier} />, hidden: !stands(supplier) },
        ]}
      />
    </Stack>
  );
}

const stands = ({ mine, application }: contract.Card): boolean => mine || application !== null;

const PORTION = 100;

function Variants({ product }: { product: contract.GoodsDetails }) {
  const t = useText(text);
  const [shown, setShown] = useState(PORTION);
  const { variants } = product;
  const [tellsBase, tellsStock] = [
    variants.some(({ base_price }) => base_price !== null),
    variants.some(({ in_stock }) => in_stock !== null),
  ];
  const heads = [
    ...(tellsBase ? [`${t.baseShort}, ₴`] : []),
    `${t.recommendedShort}, ₴`,
    ...(tellsStock ? [t.stock] : []),
  ];
  return (
    <Section title={t.modifications} flush>
      <LineTable long>
        <thead>
          <tr>
            <th scope="col">{t.modification}</th>
            <LineHeads names={heads} />
          </tr>
        </thead>
        <tbody>
          {variants.slice(0, shown).map((one) => (
            <tr key={one.id}>
              <td className="line-name">
                <Group gap="sm" wrap="nowrap">
                  <Thumbnail url={one.picture_url} size={40} />
                  <span className="wrap-anywhere">{one.name || product.title}</span>
                </Group>
              </td>
              {tellsBase && (
                <LineCell label={t.baseShort}>
                  <Amount kopecks={one.base_price} />
                </LineCell>
              )}
              <LineCell label={t.recommendedShort}>
                <Amount kopecks={one.recommended_price} />
              </LineCell>
              {tellsStock && <LineCell label={t.stock}>{one.in_stock ? t.there : t.notThere}</LineCell>}
            </tr>
          ))}
        </tbody>
      </LineTable>
      {shown < variants.length && (
        <Group p="md">
          <Button variant="default" onClick={() => setShown(shown + PORTION)}>
            {t.more}
          </Button>
        </Group>
      )}
    </Section>
  );
}
