import { expect, test } from 'vitest';
import { partsOf } from './letter';

test('reads paragraphs, the button and the foot', () => {
  const plain =
    'Вітаємо.\n\nПояснення: довге.\n\nЗадати пароль: http://localhost:3000/cp/password?token=a-b_c\n\n-- \nЛанка, https://lanka.example\nЧому';
  expect(partsOf(plain)).toEqual([
    { text: 'Вітаємо.' },
    { text: 'Пояснення: довге.' },
    { label: 'Задати пароль', url: 'http://localhost:3000/cp/password?token=a-b_c' },
    { foot: 'Ланка, https://lanka.example\nЧому' },
  ]);
});

test('only addresses of the web become links', () => {
  expect(partsOf('Натисніть: javascript:alert(1)')).toEqual([{ text: 'Натисніть: javascript:alert(1)' }]);
});
