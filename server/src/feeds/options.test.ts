import { readFileSync } from 'node:fs';
import type { ImportOptions } from '@lanka/domain/feeds/contract';
import { expect, it } from 'vitest';
import { Columns } from '../catalog';
import { readFeed } from './parse/testing';
import { planGroup } from './plan';
import type { PlanContext } from './plan-types';

const fixture = async (name: string) =>
  (await readFeed(readFileSync(new URL(`./fixtures/${name}`, import.meta.url)))).offers;

/** What a first import makes of the offers of one product. */
function plan(offers: Awaited<ReturnType<typeof fixture>>, explicit_options: boolean) {
  const rows = offers.map((offer, i) => ({
    ...{ id: String(i), number: i + 1, external_id: offer.external_id, product_variant_id: null },
    offer: { ...offer, warnings: [] },
  }));
  const context = {
    ...{ source: 'test', traits: { own: explicit_options, explicit_options, offer_titles: !explicit_options } },
    ...{ options: { publish: false, discount: 0 } as ImportOptions, levels: new Map(), barcodes: new Map() },
    ...{ pictures: new Map(), linked: new Set(), columns: new Columns(), templates: {}, fieldColumns: new Map() },
    defaults: { units: ['шт'], default_weight: null, default_size: { length: null, width: null, height: null } },
  } as unknown as PlanContext;
  const group = { rows, before: null, source_key: 'g', joined_title: null, keeps_name: false };
  const { change, pictures, rows: planned } = planGroup(group, context);
  expect(planned.flatMap(({ reasons }) => reasons)).toEqual([]);
  return { state: change?.after, pictures };
}

const valuesOf = (state: ReturnType<typeof plan>['state']) =>
  state?.options.map(({ name, values }) => [name, values.map(({ value }) => value)]);

it('columns of colour and size of a plain price list are options, those of other facts are not', async () => {
  const offers = await fixture('plain-columns.csv');
  expect(offers.map(({ options }) => options.map(({ name, value }) => `${name}=${value}`).join())).toEqual([
    'Колір=Сірий,Розмір, EU=38',
    'Колір=Сірий,Розмір, EU=40',
    'Колір=Червоний,Розмір, EU=38',
    '',
  ]);
  const { state } = plan(offers.slice(0, 3), true);
  expect(valuesOf(state)).toEqual([
    ['Колір', ['Сірий', 'Червоний']],
    ['Розмір, EU', ['38', '40']],
  ]);
});

it('a colour and a size that YML tells in elements of their own are options, and bind the photos of the group', async () => {
  const offers = await fixture('colour-elements.xml');
  const { state, pictures } = plan(offers, false);
  expect(valuesOf(state)).toEqual([
    // a parameter goes before the element
    ['Колір', ['Сірий', 'Бордовий', 'Вишневий']],
    ['Розмір', ['150×200', '200×220']],
  ]);
  const names = new Map(state?.options.flatMap(({ values }) => values.map(({ id, value }) => [id, value] as const)));
  expect(
    pictures.map(({ url, product_value_id, product_variant_id }) => [
      url.split('/').at(-1),
      product_value_id ? names.get(product_value_id) : null,
      product_variant_id,
    ]),
  ).toEqual([
    ['pled-grey.jpg', 'Сірий', null],
    ['pled.jpg', null, null],
    ['pled-red.jpg', 'Бордовий', null],
    ['pled-cherry.jpg', 'Вишневий', null],
  ]);
});

it('a photo of one among several variants of a colour shows just that variant', async () => {
  const offers = (await fixture('colour-elements.xml')).map((offer, i) =>
    i === 0 ? { ...offer, images: ['https://img.example.com/only.jpg'] } : { ...offer, images: [] },
  );
  const { state, pictures } = plan(offers, false);
  expect(pictures).toMatchObject([{ product_variant_id: state?.variants[0]?.id, product_value_id: null }]);
});
