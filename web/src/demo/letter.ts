/** A paragraph of a letter, its button, or its foot. */
export type Part =
  | { readonly text: string }
  | { readonly label: string; readonly url: string }
  | { readonly foot: string };

const BUTTON = /^(.{1,120}): (https?:\/\/\S+)$/;

/** Reads the plain text of a letter: paragraphs are parted by an empty line, a button is `label: address`, the foot begins with `--`. */
export function partsOf(plain: string): Part[] {
  return plain
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => {
      if (text.startsWith('--')) return { foot: text.slice(2).trim() };
      const [, label, url] = BUTTON.exec(text) ?? [];
      return label && url ? { label, url } : { text };
    });
}
