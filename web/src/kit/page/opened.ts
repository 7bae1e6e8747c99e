import { useSearchParams } from 'react-router';

/** A form over a page that is open while the address has this word, so that a link and Back open and close it. */
export function useOpened(word: string) {
  const [search, setSearch] = useSearchParams();
  const change = (opened: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (opened) next.set(word, '1');
        else next.delete(word);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { opened: search.get(word) !== null, open: () => change(true), close: () => change(false) };
}
