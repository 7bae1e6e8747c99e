import type { Drawing } from '../draw';

/** A product of the demo. Prices in hryvnias, weight in grams; each colour in each size is a modification. */
export interface Good {
  readonly name: string;
  readonly drawing: Drawing;
  readonly colours: readonly string[];
  readonly sizes: readonly string[];
  /** What the dropshipper pays, and what he is advised to ask. */
  readonly price: number;
  readonly recommended: number;
  /** Added to both prices for each further size. */
  readonly step?: number;
  readonly weight: number;
  readonly tags: readonly string[];
  readonly text: string;
  /** `hidden`: not published; `out`: nothing on the shelf; `low`: a few pieces; `made`: to order, its stock is not counted. */
  readonly state?: 'hidden' | 'out' | 'low' | 'made';
}
