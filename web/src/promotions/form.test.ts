import type { PromotionDetails } from '@lanka/domain/promotions/contract';
import { describe, expect, it } from 'vitest';
import { changesOf, PromotionForm, toBody, toForm } from './form';

const stored: PromotionDetails = {
  id: '018f0000-0000-7000-8000-000000000001',
  title: 'Осінь',
  promo_code: 'ОСІНЬ',
  is_one_time_use_only: true,
  discount: 1000,
  discount_type: 'percent',
  affects_all: false,
  starts_at: '2026-11-20T09:30:00.000Z',
  expires_at: '2026-11-30T22:00:00.000Z',
  tags: ['Літо'],
  product_count: 1,
  products: [{ id: '018f0000-0000-7000-8000-000000000002', name: 'Плаття' }],
  counterparty_count: 0,
  counterparties: [],
  state: 'active',
  uses: 0,
  version: 3,
  created_at: '2026-11-01T00:00:00.000Z',
};

describe('the form of a promotion', () => {
  it('shows days and sends the instants of Kyiv', () => {
    const form = toForm(stored);
    expect([form.first_day, form.last_day]).toEqual(['2026-11-20', '2026-11-30']);
    expect(toBody(form)).toMatchObject({
      starts_at: '2026-11-19T22:00:00.000Z',
      expires_at: '2026-11-30T22:00:00.000Z',
    });
  });

  it('sends only what was changed and leaves an untouched hour alone', () => {
    const form = { ...toForm(stored), title: 'Зима' };
    expect(changesOf(stored, form, { title: 'Зима' })).toEqual({ title: 'Зима' });
    const shorter = { ...form, last_day: '2026-11-21' };
    expect(changesOf(stored, shorter, { last_day: '2026-11-21' })).toEqual({
      title: 'Зима',
      expires_at: '2026-11-21T22:00:00.000Z',
    });
  });

  it('sends of what is chosen the ids, and only when it was touched', () => {
    const form = { ...toForm(stored), products: [], title: 'Зима' };
    expect(changesOf(stored, form, { products: [], title: 'Зима' })).toEqual({ title: 'Зима', product_ids: [] });
    expect(toBody(toForm(stored))).toMatchObject({
      product_ids: ['018f0000-0000-7000-8000-000000000002'],
      tags: ['Літо'],
      counterparty_ids: [],
    });
  });

  it('for all orders drops the code and the once', () => {
    const form = { ...toForm(stored), affects_all: true };
    expect(changesOf(stored, form, { affects_all: true })).toEqual({
      affects_all: true,
      promo_code: null,
      is_one_time_use_only: false,
    });
  });

  it('complains on the fields that it has', () => {
    const paths = (change: object) =>
      PromotionForm.safeParse({ ...toForm(stored), ...change }).error?.issues.map((issue) => issue.path.join('.'));
    expect(paths({})).toBeUndefined();
    expect(paths({ first_day: '2026-12-01' })).toEqual(['last_day']);
    expect(paths({ promo_code: null })).toEqual(['promo_code']);
    expect(paths({ discount: 10_001 })).toEqual(['discount']);
  });
});
