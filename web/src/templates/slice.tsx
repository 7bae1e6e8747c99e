import { slice } from '../kit/slice';

const page = () => import('./TemplatesPage');

/** The editor of templates (specification §2.2: below the products; its tabs: §2.3). */
export const templates = slice({
  name: 'templates',
  level: 3,
  routes: [
    { path: 'products/templates', lazy: async () => ({ Component: (await page()).ProductTemplatePage }) },
    {
      path: 'products/templates/product_modification',
      lazy: async () => ({ Component: (await page()).ModificationTemplatePage }),
    },
    {
      path: 'products/templates/main-info',
      lazy: async () => ({ Component: (await import('./MainInfoPage')).MainInfoPage }),
    },
    { path: 'products/templates/order', lazy: async () => ({ Component: (await page()).OrderTemplatePage }) },
    { path: 'products/templates/order_item', lazy: async () => ({ Component: (await page()).OrderItemTemplatePage }) },
  ],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('templates.edit')
      ? [
          {
            id: 'templates',
            label: locale === 'ua' ? 'Шаблони полів' : 'Templates of fields',
            to: '/cp/products/templates',
          },
        ]
      : [],
});
