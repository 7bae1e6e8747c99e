import type { DropshippingProduct } from '@lanka/domain/catalog/contract';
import { addBasketLines } from '@lanka/domain/purchases/contract';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconShoppingCartPlus } from '@tabler/icons-react';
import type { VariantToolProps } from '../catalog';
import { useAction } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

interface AddProps {
  project_id: string;
  product_variant_id: string;
  /** What it is, for whoever does not see the row. */
  name: string;
  /** It has run out, and the supplier takes orders for it. */
  onOrder: boolean;
}

function Add({ project_id, product_variant_id, name, onOrder }: AddProps) {
  const t = useText(text);
  const add = useAction(addBasketLines, { success: t.added });
  const items = [{ project_id, product_variant_id, count: 1 }];
  return (
    <Tooltip label={onOrder ? t.addOnOrder : t.add}>
      <ActionIcon
        variant="default"
        size={32}
        loading={add.isPending}
        aria-label={onOrder ? t.addOnOrderOf(name) : t.addOf(name)}
        onClick={() => add.mutate({ body: { items } })}
      >
        <IconShoppingCartPlus size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Of goods with several modifications one is chosen on their page. */
export function AddGoods({ row }: { row: DropshippingProduct }) {
  const isOut = row.availability === 'out_of_stock';
  if (!row.only_variant_id || (isOut && !row.on_order)) return null;
  return <Add project_id={row.project_id} product_variant_id={row.only_variant_id} name={row.name} onOrder={isOut} />;
}

export function AddVariant({ product, variant, title }: VariantToolProps) {
  const { isDropshipping, role } = useSession();
  const isOut = variant.availability === 'out_of_stock';
  if ((!isDropshipping && role !== 'Client') || (isOut && !product.on_order)) return null;
  return <Add project_id={product.project_id} product_variant_id={variant.id} name={title} onOrder={isOut} />;
}
