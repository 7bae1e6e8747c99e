import type { Market } from '@lanka/domain/outfeeds/markets';
import { formatCount, plural, pluralEnglish } from '../kit/format';
import { texts } from '../kit/text';

const NAMES: Readonly<Record<Market, string>> = {
  prom: 'Prom.ua',
  rozetka: 'Rozetka',
  kasta: 'Kasta',
  eva: 'EVA',
  maudau: 'MAUDAU',
  epicentr: 'Епіцентр',
  hotline: 'Hotline',
  google: 'Google Merchant',
};

export const mappingText = texts({
  ua: {
    markets: NAMES,
    title: 'Категорії й характеристики',
    subtitle: (market: string) =>
      `Як ваші категорії та характеристики називаються на ${market}. Зіставте раз: це діятиме для всіх ваших фідів цього маркетплейсу`,
    categories: 'Категорії',
    category: 'Категорія товарів',
    tag: 'тег, бо категорії немає',
    goods: (n: number) => `${formatCount(n)} ${plural(n, 'товар', 'товари', 'товарів')}`,
    noGoods: 'зараз без товарів',
    fields: {
      prom: { id: 'ID категорії Prom', name: '', url: 'Адреса категорії Prom' },
      rozetka: { id: 'ID категорії Rozetka (rz_id)', name: '', url: '' },
      kasta: { id: 'ID категорії (rz_id)', name: '', url: '' },
      eva: { id: '', name: 'Назва категорії EVA', url: '' },
      maudau: { id: '', name: 'Назва категорії MAUDAU', url: '' },
      epicentr: { id: 'Код категорії', name: 'Назва категорії', url: '' },
      hotline: { id: '', name: 'Назва категорії Hotline', url: '' },
      google: { id: 'ID категорії Google', name: 'або повний шлях англійською', url: '' },
    } satisfies Record<Market, Record<'id' | 'name' | 'url', string>> as Record<
      Market,
      Record<'id' | 'name' | 'url', string>
    >,
    fieldOf: (field: string, title: string) => `${field}: ${title}`,
    suggested: (what: string) => `Раніше: ${what}`,
    take: 'Узяти',
    takeAll: (n: number) => `Узяти підказки: ${formatCount(n)}`,
    params: 'Характеристики',
    paramsHint: 'Порожнє йде у фід так, як у вас',
    paramName: 'Назва на маркетплейсі',
    paramId: 'Код (paramid)',
    paramCode: 'Код (paramcode)',
    values: (n: number) => `Значення: ${formatCount(n)}`,
    hideValues: 'Сховати значення',
    valueName: 'Значення на маркетплейсі',
    valueId: 'Код значення',
    unmapped: (categories: number, params: number) =>
      [
        ...(categories
          ? [`${formatCount(categories)} ${plural(categories, 'категорія', 'категорії', 'категорій')}`]
          : []),
        ...(params
          ? [`${formatCount(params)} ${plural(params, 'характеристика', 'характеристики', 'характеристик')}`]
          : []),
      ].join(', '),
    left: 'Ще не зіставлено:',
    allMapped: 'Усе зіставлено',
    none: 'У товарів немає ні категорій, ні тегів',
    noParams: 'У товарів немає характеристик',
    saved: 'Збережено, фіди оновлюються',
    noMarket: 'Для цього формату зіставляти нічого: у ньому ваші власні категорії',
  },
  en: {
    markets: { ...NAMES, epicentr: 'Epicentr' },
    title: 'Categories and attributes',
    subtitle: (market: string) =>
      `What your categories and attributes are called at ${market}. Match them once: it holds for all your feeds of this marketplace`,
    categories: 'Categories',
    category: 'Category of goods',
    tag: 'a tag, for want of a category',
    goods: (n: number) => `${formatCount(n)} ${pluralEnglish(n, 'product', 'products')}`,
    noGoods: 'no goods now',
    fields: {
      prom: { id: 'ID of the Prom category', name: '', url: 'Address of the Prom category' },
      rozetka: { id: 'ID of the Rozetka category (rz_id)', name: '', url: '' },
      kasta: { id: 'ID of the category (rz_id)', name: '', url: '' },
      eva: { id: '', name: 'Name of the EVA category', url: '' },
      maudau: { id: '', name: 'Name of the MAUDAU category', url: '' },
      epicentr: { id: 'Code of the category', name: 'Name of the category', url: '' },
      hotline: { id: '', name: 'Name of the Hotline category', url: '' },
      google: { id: 'ID of the Google category', name: 'or its whole path in English', url: '' },
    },
    fieldOf: (field: string, title: string) => `${field}: ${title}`,
    suggested: (what: string) => `Before: ${what}`,
    take: 'Take',
    takeAll: (n: number) => `Take suggestions: ${formatCount(n)}`,
    params: 'Attributes',
    paramsHint: 'What is empty goes into the feed as you call it',
    paramName: 'Name at the marketplace',
    paramId: 'Code (paramid)',
    paramCode: 'Code (paramcode)',
    values: (n: number) => `Values: ${formatCount(n)}`,
    hideValues: 'Hide the values',
    valueName: 'Value at the marketplace',
    valueId: 'Code of the value',
    unmapped: (categories: number, params: number) =>
      [
        ...(categories ? [`${formatCount(categories)} ${pluralEnglish(categories, 'category', 'categories')}`] : []),
        ...(params ? [`${formatCount(params)} ${pluralEnglish(params, 'attribute', 'attributes')}`] : []),
      ].join(', '),
    left: 'Not matched yet:',
    allMapped: 'All is matched',
    none: 'The goods have neither categories nor tags',
    noParams: 'The goods have no attributes',
    saved: 'Saved, the feeds are made anew',
    noMarket: 'This format has nothing to match: your own categories stand in it',
  },
});
