import { expect, it } from 'vitest';
import { fillPlaceholders, unknownPlaceholders } from './rules';

const PLACED = { number: 'РФ-128', ttn: '20450000000001', customer: 'Марта $1', sum: '1 250,00 ₴' };

it.each([
  ['Замовлення № {номер} їде: {ТТН}', 'Замовлення № РФ-128 їде: 20450000000001'],
  ['{ Покупець }, до сплати {СУМА}', 'Марта $1, до сплати 1 250,00 ₴'],
  ['№ {number}, {customer}: {sum}, {waybill}', '№ РФ-128, Марта $1: 1 250,00 ₴, 20450000000001'],
  ['без полів', 'без полів'],
])('fills %s', (text, filled) => {
  expect(unknownPlaceholders(text)).toEqual([]);
  expect(fillPlaceholders(text, PLACED)).toBe(filled);
});

it('puts a dash where the order has nothing, and names what is no placeholder', () => {
  expect(fillPlaceholders('ТТН: {ттн}', { ...PLACED, ttn: '' })).toBe('ТТН: –');
  expect(unknownPlaceholders('{номер} {місто} {}')).toEqual(['{місто}', '{}']);
});
