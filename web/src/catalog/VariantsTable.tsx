import './catalog.css';
import type { Product, ProductVariant } from '@lanka/domain/catalog/contract';
import { barcodeWarnings } from '@lanka/domain/kit/barcode';
import { formatAmount } from '@lanka/domain/kit/money';
import { hasSize } from '@lanka/domain/kit/size';
import type { PriceLevel } from '@lanka/domain/price_levels/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { Button, Group, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Fragment, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Explain, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Stock } from '../kit/display/stock';
import { Amount } from '../kit/display/values';
import { formatSides, formatWeight } from '../kit/format';
import { EmptyState } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { usePriceLevels } from '../price_levels';
import { FieldLine, useFields } from '../templates';
import { Minimum } from './Minimum';
import { variantTool } from './panels';
import { NameWithThumbnail } from './parts';
import { StockDialog } from './StockDialog';
import { StockFigure } from './StockRows';
import { text } from './text';

interface VariantsTableProps {
  product: Product;
  projectId: string;
  /** Sees actual and booked, and what they are made of. */
  seesStock: boolean;
  editsStock: boolean;
  editsProduct: boolean;
  orders: boolean;
}

const PAGE = 100;

export function VariantsTable(props: VariantsTableProps) {
  const { product, seesStock } = props;
  const t = useText(text);
  const [editing, setEditing] = useState<ProductVariant | null>(null);
  const [shown, setShown] = useState(PAGE);
  const fields = useFields(props.projectId, 'product_modification');
  const { items: levels } = usePriceLevels(props.projectId);
  const nameOf = (variant: ProductVariant) => variant.name || variant.sku || t.anonymous;
  const heads = [`${t.price} / ${t.recommendedShort}, ₴`, ...(seesStock ? [t.actual, t.booked] : []), t.available];
  if (product.variants.length === 0) {
    return (
      <Section title={t.modifications}>
        <EmptyState
          drawing="shelf"
          title={t.noVariants}
          text={props.editsProduct && t.noVariantsText}
          action={
            props.editsProduct && (
              <Button component={Link} to={`/cp/products/${product.id}/edit`}>
                {t.addVariants}
              </Button>
            )
          }
          order={3}
        />
      </Section>
    );
  }
  return (
    <Section title={t.modifications} flush>
      <LineTable long>
        <thead>
          <tr>
            <th scope="col">{t.name}</th>
            <LineHeads names={heads} />
            {(props.editsStock || props.orders) && <td aria-label={t.editStock} />}
          </tr>
        </thead>
        <tbody>
          {product.variants.slice(0, shown).map((variant) => (
            <VariantRow
              key={variant.id}
              {...props}
              fields={fields}
              levels={levels}
              variant={variant}
              title={nameOf(variant)}
              edit={() => setEditing(variant)}
            />
          ))}
        </tbody>
      </LineTable>
      {shown < product.variants.length && (
        <Group p="md" justify="space-between">
          <Text size="sm" c="dimmed">
            {t.shownOf(shown, product.variants.length)}
          </Text>
          <Button variant="default" onClick={() => setShown(shown + PAGE)}>
            {t.more}
          </Button>
        </Group>
      )}
      {editing && (
        <StockDialog
          projectId={props.projectId}
          variant={editing}
          title={nameOf(editing)}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

interface VariantRowProps extends VariantsTableProps {
  variant: ProductVariant;
  title: string;
  fields: readonly TemplateField[];
  levels: readonly PriceLevel[];
  edit: () => void;
}

function VariantRow({
  fields,
  levels,
  product,
  projectId,
  variant,
  title,
  seesStock,
  editsStock,
  orders,
  edit,
}: VariantRowProps) {
  const t = useText(text);
  const of = { projectId, variantId: variant.id, name: title, stock: variant, unit: product.unit };
  const tools = useHook(variantTool);
  const available = <Stock told={variant} unit={product.unit} />;
  const further = <FurtherPrices {...{ variant, title, levels }} isOwn={!seesStock} />;
  return (
    <tr>
      <td className="line-name">
        <NameWithThumbnail
          url={variant.thumbnail_url}
          name={title}
          under={<Codes variant={variant} product_id={product.id} title={title} fields={fields} />}
        />
      </td>
      <LineCell label={t.price}>
        <div className="figures">
          <Amount kopecks={variant.price} />
        </div>
        <div>
          <Amount kopecks={variant.recommended_price} size="sm" c="dimmed" />
        </div>
        {further}
      </LineCell>
      {seesStock && (
        <LineCell label={t.actual}>{variant.tracked ? <StockFigure {...of} figure="actual" /> : '–'}</LineCell>
      )}
      {seesStock && (
        <LineCell label={t.booked}>{variant.tracked ? <StockFigure {...of} figure="booked" /> : '–'}</LineCell>
      )}
      <LineCell label={t.available}>
        {seesStock && variant.tracked ? (
          <StockFigure {...of} figure="available">
            {available}
          </StockFigure>
        ) : (
          available
        )}
      </LineCell>
      {(editsStock || orders) && (
        <td className="cell-right">
          {editsStock && variant.tracked ? (
            <Button size="compact-md" variant="default" onClick={edit} aria-label={t.editStockOf(title)}>
              {t.changeShort}
            </Button>
          ) : editsStock ? null : (
            <Group gap={6} wrap="nowrap" justify="flex-end">
              <Button
                size="compact-md"
                variant="light"
                component={Link}
                to={`/cp/orders/new?project=${product.project_id}&variant=${variant.id}`}
              >
                {t.order}
              </Button>
              <Suspense>
                {tools.map(({ id, Component }) => (
                  <Component key={id} {...{ product, variant, title }} />
                ))}
              </Suspense>
            </Group>
          )}
        </td>
      )}
    </tr>
  );
}

interface FurtherPricesProps {
  variant: ProductVariant;
  title: string;
  levels: readonly PriceLevel[];
  /** A Client is told his own prices alone, which he reads at once; others open them. */
  isOwn: boolean;
}

/** Prices of levels and from a count on. */
function FurtherPrices({ variant: { prices }, title, levels, isOwn }: FurtherPricesProps) {
  const t = useText(text);
  if (prices.length === 0) return null;
  const nameOf = new Map(levels.map(({ id, name }) => [id, name]));
  const place = new Map<string | null, number>(levels.map(({ id }, i) => [id, i]));
  const placeOf = ({ price_level_id }: (typeof prices)[number]) => place.get(price_level_id) ?? -1;
  const sorted = [...prices].sort((a, b) => placeOf(a) - placeOf(b) || a.from_count - b.from_count);
  if (isOwn)
    return sorted.map(({ from_count, price }) => (
      <Text key={from_count} size="sm" c="dimmed" className="figures nowrap">
        {t.fromPiecesAt(from_count, formatAmount(price))}
      </Text>
    ));
  const lines = sorted.map(({ price_level_id, from_count, price }) => (
    <Group key={`${price_level_id} ${from_count}`} gap="xs" justify="space-between" wrap="nowrap">
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        {[price_level_id && nameOf.get(price_level_id), from_count > 1 && t.fromPiecesOn(from_count)]
          .filter(Boolean)
          .join(', ')}
      </Text>
      <Amount kopecks={price} size="sm" />
    </Group>
  ));
  return (
    <Explain
      value={
        <Text size="sm" className="nowrap">
          {t.furtherPrices(prices.length)}
        </Text>
      }
      title={t.pricesOf(title)}
    >
      {lines}
    </Explain>
  );
}

interface CodesProps {
  variant: ProductVariant;
  product_id: string;
  title: string;
  fields: readonly TemplateField[];
}

/** SKU, weight, size, shelf, least stock; the barcode with a warning when its check digit is wrong. */
function Codes({ variant, product_id, title, fields }: CodesProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const warned = variant.barcode !== null && barcodeWarnings(variant.barcode).length > 0;
  const plain = [
    variant.sku,
    variant.weight ? formatWeight(variant.weight, locale) : '',
    hasSize(variant) ? formatSides(variant, locale) : '',
    variant.place && t.placeIs(variant.place),
  ].filter(Boolean);
  return (
    <>
      {plain.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' · '}
          <span className="nowrap">{part}</span>
        </Fragment>
      ))}
      {variant.minimum !== null && (
        <>
          {plain.length > 0 && ' · '}
          <Minimum name={title} product_id={product_id} minimum={variant.minimum}>
            <span className="nowrap">{t.minimumIs(variant.minimum)}</span>
          </Minimum>
        </>
      )}
      {variant.barcode && (
        <Group gap={4} wrap="nowrap" component="span">
          <span className="figures nowrap">{variant.barcode}</span>
          {warned && (
            <Tooltip label={t.barcodeTaken}>
              <IconAlertTriangle
                size={16}
                color="var(--mantine-color-yellow-7)"
                style={{ flex: 'none' }}
                aria-label={t.barcodeTaken}
                role="img"
              />
            </Tooltip>
          )}
        </Group>
      )}
      <FieldLine fields={fields} values={variant.fields} />
    </>
  );
}
