const SCHEME = 'data-mantine-color-scheme';

/** Paper is light, whatever the screen is: light words on a dark ground would be printed on none. */
export function printLight(): void {
  const { documentElement: page } = document;
  let shown: string | null = null;
  matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) {
      shown = page.getAttribute(SCHEME);
      page.setAttribute(SCHEME, 'light');
    } else if (shown !== null) page.setAttribute(SCHEME, shown);
  });
}
