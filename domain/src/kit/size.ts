import { z } from 'zod';

/** The outer measures of goods, in the order in which they are written everywhere: length × width × height. */
export const SIDES = ['length', 'width', 'height'] as const;
export type SideName = (typeof SIDES)[number];

/** Whole millimetres, up to 100 metres. */
export const MAX_SIDE = 100_000;
export const Side = z.int().min(1).max(MAX_SIDE);

/** Whole millimetres; null where a side is not known. */
export type Size = Record<SideName, number | null>;
export const NO_SIZE: Size = { length: null, width: null, height: null };

/** Each side as `of` says. */
export const sidesBy = <T>(of: (side: SideName) => T): Record<SideName, T> => ({
  length: of('length'),
  width: of('width'),
  height: of('height'),
});

export const hasSize = (size: Size): boolean => SIDES.some((side) => size[side] !== null);
