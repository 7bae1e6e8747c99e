import { expect, it } from 'vitest';
import { fileLink } from './file-link';

it('saves a file under its own name, and opens a picture', () => {
  const address = (key: string) => `/api/files/p/f/${key}?expires=1&signature=a.png`;
  expect(fileLink({ name: 'Сертифікат № 1.pdf', url: address('_1.pdf') })).toEqual({
    href: address('_1.pdf'),
    download: 'Сертифікат № 1.pdf',
  });
  expect(fileLink({ name: 'Крій.JPG', url: address('_.JPG') })).toMatchObject({ target: '_blank' });
});
