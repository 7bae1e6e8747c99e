import './catalog.css';
import {
  catalogErrors,
  deleteProduct,
  type Product,
  publishProduct,
  readProduct,
  unpublishProduct,
} from '@lanka/domain/catalog/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { Alert, Anchor, Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconEye, IconEyeOff, IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Stock } from '../kit/display/stock';
import { Count, DateTime } from '../kit/display/values';
import { CallError, call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Placed } from '../kit/page/Placed';
import { type MenuEntry, Page } from '../kit/page/page';
import { usePlace } from '../kit/page/place';
import { LinesSkeleton } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { FieldFacts, useFields } from '../templates';
import { Gallery } from './Gallery';
import { productPanel } from './panels';
import { PriceRange, productStatus, stateOf } from './parts';
import { type CatalogText, text } from './text';
import { VariantsTable } from './VariantsTable';

export function ProductPage() {
  // a notice names goods and no supplier
  const found = usePlace('product', (project_id, given, signal) =>
    call(readProduct, { params: { project_id, id: given }, signal }),
  );
  const { place, id } = found;
  const projectId = place?.project_id ?? '-';
  const product = useCall(readProduct, { params: { project_id: projectId, id } }, { enabled: place !== undefined });
  if (product.data === undefined) return <Placed found={found} query={product} />;
  return <Shown product={product.data} projectId={projectId} />;
}

function Shown({ product, projectId }: { product: Product; projectId: string }) {
  const t = useText(text);
  const session = useSession();
  const fields = useFields(projectId, 'product');
  const { isDropshipping } = session;
  const panels = useHook(productPanel).filter(({ visible }) => visible(session));
  const edits = !product.deleted && !isDropshipping && session.can('products.edit');
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const params = { project_id: projectId, id: product.id };
  const publish = useAction(publishProduct, {
    success: t.publishedDone,
    quiet: true,
    onSuccess: () => setRefusal(null),
    onError: (error) =>
      error instanceof CallError && error.code === catalogErrors.not_publishable.code
        ? setRefusal(error)
        : notifyError(error),
  });
  const hide = useAction(unpublishProduct, { success: t.unpublishedDone });
  const remove = useDelete(product, projectId, t);
  const menu: MenuEntry[] = edits
    ? [
        ...(product.published
          ? [{ label: t.unpublish, icon: IconEyeOff, onClick: () => hide.mutate({ params }) }]
          : [{ label: t.edit, icon: IconPencil, to: `/cp/products/${product.id}/edit` }]),
        {
          label: t.deleteProduct,
          icon: IconTrash,
          danger: true,
          onClick: () => void remove(),
          disabledReason: product.booked ? t.bookedReason(product.booked) : null,
        },
      ]
    : [];
  return (
    <Page
      title={product.name}
      crumbs={[{ to: '/cp/products', label: t.products }]}
      status={!isDropshipping && <StatusBadge table={productStatus} value={stateOf(product)} />}
      action={
        edits &&
        (product.published
          ? { label: t.edit, icon: IconPencil, to: `/cp/products/${product.id}/edit` }
          : { label: t.publish, icon: IconEye, loading: publish.isPending, onClick: () => publish.mutate({ params }) })
      }
      menu={menu}
      side={<Facts product={product} t={t} seesStock={!isDropshipping && session.can('stock.read')} />}
    >
      {product.deleted && (
        <Alert color="gray" icon={<IconLock size={18} />}>
          {t.readOnly}
        </Alert>
      )}
      {refusal && <Refusal error={refusal} product={product} t={t} />}
      <VariantsTable
        product={product}
        projectId={projectId}
        seesStock={!isDropshipping && session.can('stock.read')}
        editsStock={!isDropshipping && !product.deleted && session.can('stock.edit')}
        editsProduct={edits}
        orders={isDropshipping || session.role === 'Client'}
      />
      {panels.map(({ id, Component }) => (
        <Suspense key={id} fallback={<LinesSkeleton />}>
          <Component projectId={projectId} product={product} />
        </Suspense>
      ))}
      <FieldFacts fields={fields} values={product.fields} />
      <Gallery product={product} projectId={projectId} editable={edits} />
      {product.description && (
        <Section title={t.description}>
          <Text className="prose">{product.description}</Text>
        </Section>
      )}
    </Page>
  );
}

/** Why it could not be published: which variants lack what, and the way to fill it in. */
function Refusal({ error, product, t }: { error: CallError; product: Product; t: CatalogText }) {
  return (
    <Alert color="red" icon={<IconAlertCircle />} title={error.message} role="alert">
      <Text size="sm" mb={4}>
        {t.fillBefore}
      </Text>
      <List size="sm">
        {error.details.slice(0, 20).map((detail) => {
          const variant = product.variants.find(({ id }) => id === detail.product_variant_id);
          const name = variant ? `${variant.name || variant.sku || t.anonymous}: ` : '';
          return <List.Item key={String(detail.path)}>{`${name}${String(detail.message)}`}</List.Item>;
        })}
      </List>
      <Group mt="sm">
        <Button component={Link} to={`/cp/products/${product.id}/edit`} size="compact-md" variant="default">
          {t.openVariant}
        </Button>
      </Group>
    </Alert>
  );
}

function Facts({ product, t, seesStock }: { product: Product; t: CatalogText; seesStock: boolean }) {
  const { isDropshipping } = useSession();
  const value = product.variants.reduce((sum, { actual, price }) => sum + (actual ?? 0) * (price ?? 0), 0);
  return (
    <Stack gap="md">
      <KeyFacts
        title={t.details}
        facts={[
          {
            label: t.supplier,
            value: isDropshipping ? (
              <Anchor component={Link} to={`/cp/suppliers/${product.project_id}`} inherit>
                {product.project_title}
              </Anchor>
            ) : (
              product.project_title
            ),
            hidden: seesStock,
          },
          { label: t.price, value: <PriceRange min={product.min_price} max={product.max_price} /> },
          {
            label: t.recommended,
            value: <PriceRange min={product.min_recommended_price} max={product.max_recommended_price} />,
          },
          {
            label: t.actualFull,
            value: <Count value={product.actual} unit={product.unit} />,
            hidden: !seesStock || !product.tracked,
          },
          {
            label: t.booked,
            value: <Count value={product.booked} unit={product.unit} />,
            hidden: !seesStock || !product.tracked,
          },
          { label: t.available, value: <Stock told={product} unit={product.unit} /> },
          { label: t.tracked, value: t.notTracked, hidden: product.tracked },
          { label: t.stockValue, value: formatMoney(value), hidden: !seesStock || !product.tracked },
          { label: t.unit, value: product.unit },
          { label: t.vendor, value: product.vendor, hidden: product.vendor === '' },
          { label: t.category, value: product.category_path, hidden: product.category_path === '' },
          { label: t.tags, value: <Tags tags={product.tags} />, hidden: product.tags.length === 0 },
          { label: t.created, value: <DateTime at={product.created_at} /> },
          { label: t.updated, value: <DateTime at={product.updated_at} /> },
        ]}
      />
    </Stack>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} variant="default" radius="sm" tt="none" fw={500}>
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

/** Says what a deletion means for stock and dropshippers before it happens. */
function useDelete(product: Product, projectId: string, t: CatalogText): () => Promise<void> {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const remove = useAction(deleteProduct, {
    success: t.deletedDone,
    onSuccess: () => navigate('/cp/products'),
  });
  return async () => {
    const pieces = product.actual ?? 0;
    const value = product.variants.reduce((sum, { actual, price }) => sum + (actual ?? 0) * (price ?? 0), 0);
    const answer = await confirm({
      title: t.deleteTitle(product.name),
      effects: [
        ...(product.published ? [t.deleteEffectHidden] : []),
        ...(pieces > 0 ? [t.deleteEffectStock(pieces, formatMoney(value))] : []),
        ...(product.variants.some(({ barcode }) => barcode) ? [t.deleteEffectBarcodes] : []),
      ],
      irreversible: t.deleteIrreversible,
      confirmLabel: t.deleteProduct,
      danger: true,
    });
    if (answer) remove.mutate({ params: { project_id: projectId, id: product.id } });
  };
}
