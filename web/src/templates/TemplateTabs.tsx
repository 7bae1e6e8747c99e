import { RouteTabs } from '../kit/page/route-tabs';
import { useText } from '../kit/text';
import { text } from './text';

/** Specification §2.3, Template settings. */
export function TemplateTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: '/cp/products/templates', label: t.sets.product },
        { to: '/cp/products/templates/product_modification', label: t.sets.product_modification },
        { to: '/cp/products/templates/columns', label: t.columns },
        { to: '/cp/products/templates/main-info', label: t.mainInfo },
        { to: '/cp/products/templates/order', label: t.sets.order },
        { to: '/cp/products/templates/order_item', label: t.sets.order_item },
      ]}
    />
  );
}
