import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FeedFormat } from './formats';
import { formatsOf, Mapped, MappingBody, Market, marketOf, NOTHING_MAPPED, tagKey } from './markets';

const target = { id: '', name: '', url: '' };

describe('what is mapped', () => {
  it('each format of a marketplace is of that marketplace, and tables of shops of none', () => {
    for (const market of Market.options) for (const format of formatsOf(market)) expect(marketOf(format)).toBe(market);
    const none = FeedFormat.options.filter((format) => marketOf(format) === null);
    expect(none).toEqual(['horoshop_xlsx', 'shopify_csv', 'woocommerce_csv', 'partner']);
  });

  it('is found whatever the case, and an empty one is none', () => {
    const mapped = new Mapped('rozetka', {
      categories: [
        { key: 'c1', ...target, id: '4626923' },
        { key: 'c2', ...target },
        { key: tagKey('Дім'), ...target, id: '7' },
      ],
      params: [
        { option: 'Колір', id: '48', name: 'Цвет', values: [{ value: 'білий', id: '101', name: 'Белый' }] },
        { option: 'Розмір', id: '', name: '', values: [{ value: 'M', id: '', name: 'Середній' }] },
      ],
    });
    expect(mapped.category('c1')?.id).toBe('4626923');
    expect(mapped.category('c2')).toBeNull();
    expect(mapped.tags).toEqual(['tag:дім']);
    expect(mapped.value({ option: 'колір', value: 'Білий' })).toEqual({
      ...{ option: 'Цвет', value: 'Белый', option_id: '48', value_id: '101' },
    });
    expect(mapped.value({ option: 'Колір', value: 'Синій' })).toEqual({
      ...{ option: 'Цвет', value: 'Синій', option_id: '48' },
    });
    expect(mapped.value({ option: 'Розмір', value: 'M' })).toEqual({ option: 'Розмір', value: 'Середній' });
  });

  it('with nothing mapped everything is told as it is', () => {
    const none = new Mapped('prom', NOTHING_MAPPED);
    fc.assert(
      fc.property(fc.string(), fc.string(), (option, value) => {
        expect(none.value({ option, value })).toEqual({ option, value });
      }),
    );
  });

  it('refuses two options under one name, and one key twice', () => {
    const param = (option: string, name: string) => ({ option, id: '', name, values: [] });
    const errors = (body: object) =>
      MappingBody.safeParse({ ...NOTHING_MAPPED, ...body }).error?.issues.map(({ path }) => path.join('.'));
    expect(errors({ params: [param('Колір', 'Цвет'), param('Відтінок', 'цвет')] })).toEqual(['params.1.name']);
    expect(errors({ params: [param('Колір', ''), param('Відтінок', '')] })).toBeUndefined();
    expect(
      errors({
        categories: [
          { key: 'c', ...target },
          { key: 'c', ...target },
        ],
      }),
    ).toEqual(['categories.1.key']);
    expect(errors({ categories: [{ key: 'c', ...target, url: 'javascript:alert(1)' }] })).toEqual(['categories.0.url']);
  });
});
