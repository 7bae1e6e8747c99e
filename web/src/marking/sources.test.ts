import { MAX_LABEL_LINES } from '@lanka/domain/marking/labels';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { linesFrom } from './sources';

/** A server that has so many modifications of each product, told in pages as it tells them. */
function serverWith(counts: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'https://lanka.example.com').searchParams;
    asked.push(query.toString());
    const product = query.get('product_id') ?? '';
    const total = counts[product] ?? 0;
    const from = Number(query.get('cursor') ?? 0);
    const to = Math.min(total, from + Number(query.get('limit')));
    const items = Array.from({ length: to - from }, (_, i) => ({ id: `${product}${from + i}` }));
    return Response.json({ items, next_cursor: to < total ? String(to) : null, total });
  });
  return asked;
}
afterEach(() => {
  vi.unstubAllGlobals();
});

const of = async (counts: Readonly<Record<string, number>>) => {
  serverWith(counts);
  const { lines, cut } = await linesFrom('p', new URLSearchParams({ products: Object.keys(counts).join() }));
  const ids = lines.map(({ variant }) => variant.id);
  expect(new Set(ids).size).toBe(ids.length);
  return [ids.length, cut];
};

describe('labels of products', () => {
  it('are of all modifications, however many pages they take', async () => {
    expect(await of({ a: 3, b: 450 })).toEqual([453, 0]);
  });
  it('are as many as go at once, and the rest is told', async () => {
    expect(await of({ a: 700 })).toEqual([MAX_LABEL_LINES, 700 - MAX_LABEL_LINES]);
    // the rest goes at another time, each once
    serverWith({ a: 700, b: 450 });
    const at = (from: number) => linesFrom('p', new URLSearchParams({ products: 'a,b', from: String(from) }));
    const parts = [await at(0), await at(500), await at(1000)];
    const ids = parts.flatMap(({ lines }) => lines.map(({ variant }) => variant.id));
    expect([ids.length, new Set(ids).size]).toEqual([1150, 1150]);
    expect(parts.map(({ skipped, cut }) => [skipped, cut])).toEqual([
      [0, 650],
      [500, 150],
      [1000, 0],
    ]);
    const many = Object.fromEntries([...'abcdefghij'].map((name) => [name, 100]));
    expect(await of(many)).toEqual([MAX_LABEL_LINES, 1000 - MAX_LABEL_LINES]);
  });
});

describe('labels of orders', () => {
  it('are of each line by its count, of one modification in two orders as well', async () => {
    const items = {
      a: [
        { product_variant_id: 'v1', count: 2, fields: { embroidery: 'Мамі з любов’ю' } },
        { product_variant_id: 'v2', count: 1, fields: {} },
      ],
      b: [{ product_variant_id: 'v1', count: 5, fields: { embroidery: 'Олена' } }],
    };
    vi.stubGlobal('fetch', async (address: string) => {
      const { pathname, searchParams } = new URL(address, 'https://lanka.example.com');
      const id = /orders\/(\w+)/.exec(pathname)?.[1] as keyof typeof items | undefined;
      if (id) return Response.json({ id, prefix: 'ВШ-', number: id === 'a' ? 1 : 2, items: items[id] });
      const asked = (searchParams.get('id') ?? '').split(',');
      // each is asked for once
      expect(new Set(asked).size).toBe(asked.length);
      return Response.json({ items: asked.map((one) => ({ id: one })), next_cursor: null });
    });
    const { lines } = await linesFrom('p', new URLSearchParams({ order: 'a,b,a' }));
    expect(
      lines.map(({ variant, count, order }) => [variant.id, count, order?.id, order?.item_fields.embroidery]),
    ).toEqual([
      ['v1', 2, 'a', 'Мамі з любов’ю'],
      ['v2', 1, 'a', undefined],
      ['v1', 5, 'b', 'Олена'],
    ]);
    expect(new Set(lines.map(({ key }) => key)).size).toBe(3);
  });
});

describe('labels of modifications that are named', () => {
  it('go on behind those that were asked for, also where some of them are gone', async () => {
    const ids = Array.from({ length: MAX_LABEL_LINES + 20 }, (_, i) => `v${i}`);
    vi.stubGlobal('fetch', async (address: string) => {
      const { pathname, searchParams } = new URL(address, 'https://lanka.example.com');
      if (pathname.includes('/orders/'))
        return Response.json({ items: ids.map((id) => ({ product_variant_id: id, count: 2 })) });
      const asked = (searchParams.get('id') ?? '').split(',');
      return Response.json({ items: asked.filter((id) => id !== 'v3').map((id) => ({ id })), next_cursor: null });
    });
    for (const source of [{ order: 'o' }, { variants: ids.join() }]) {
      const at = (from: number) => linesFrom('p', new URLSearchParams({ ...source, from: String(from) } as never));
      const first = await at(0);
      expect([first.lines.length, first.next, first.cut]).toEqual([MAX_LABEL_LINES - 1, MAX_LABEL_LINES, 20]);
      const rest = await at(first.next);
      expect([rest.lines.length, rest.next, rest.cut]).toEqual([20, ids.length, 0]);
    }
  });
});
