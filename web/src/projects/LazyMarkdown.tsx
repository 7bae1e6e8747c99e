import { lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./Markdown')).Markdown }));

/** A description as its supplier wrote it, on a page that is there before the reader of markdown is. */
export const LazyMarkdown = ({ children }: { children: string }) => (
  <Suspense>
    <Loaded>{children}</Loaded>
  </Suspense>
);
