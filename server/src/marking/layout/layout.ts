import { type LabelDesign, type LabelSize, sizeOf } from '@lanka/domain/marking/labels';
import type { CodeDrawing } from './code';

/** A label as it is to be drawn. All lengths are millimetres, from the upper left corner. */
export interface PlacedLabel {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PlacedText[];
  readonly code: PlacedCode | null;
  readonly logo: Box | null;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly width: number;
}

export interface PlacedCode extends Box {
  /** An SVG path in modules: so many millimetres each, across and down. */
  readonly path: string;
  readonly across: number;
  readonly down: number;
}

/** What the label says, in words. */
export interface LabelWords {
  readonly name: string;
  readonly attributes: string;
  readonly fields: string;
  readonly sku: string;
  readonly order_number: string;
  readonly price: string;
  readonly code: string;
}

/** How wide a text is in letters of the size 1. */
export type Measure = (text: string, bold: boolean) => number;

interface Block {
  readonly text: string;
  /** Of the usual size of the label. */
  readonly scale: number;
  readonly bold: boolean;
  readonly mostLines: number;
}

const LINE = 1.2;
/** 4.5 points: smaller letters a label printer does not print so that they can be read. */
const SMALLEST = 1.6;
const SHRINK = 0.93;
const DIGITS_GAP = 0.6;

/** Lays out one label. The same data always give the same places, for the picture on the screen and for the paper. */
export function layOut(
  design: Pick<LabelDesign, 'format' | 'parts' | 'own_text'>,
  words: LabelWords,
  draw: (widthMm: number) => CodeDrawing | null,
  logo: { readonly width: number; readonly height: number } | null,
  measure: Measure,
): PlacedLabel {
  const { width, height }: LabelSize = sizeOf(design.format);
  const has = (part: LabelDesign['parts'][number]) => design.parts.includes(part);
  const pad = height < 30 ? 1.5 : 2.5;
  const inner: Box = { x: pad, y: pad, width: width - 2 * pad, height: height - 2 * pad };
  const drawn = has('code') ? draw(inner.width) : null;
  const usual = Math.min(6, Math.sqrt(width * height) / 13);
  const digits = drawn && has('digits') ? Math.max(SMALLEST, Math.min(3.2, usual * 0.75)) : 0;
  const { code, text: area } = drawn
    ? placeCode(drawn, inner, digits > 0 ? digits + DIGITS_GAP : 0, pad)
    : { code: null, text: inner };
  const picture = has('logo') && logo ? placeLogo(logo, area) : null;
  const below = picture ? picture.height + pad * 0.5 : 0;
  // a price is never broken or cut: it is as large as it fits on its line
  const priceScale = Math.min(1.5, (0.99 * area.width) / (Math.max(1, measure(words.price, true)) * usual));
  const blocks: Block[] = [
    ...(has('name') ? [{ text: words.name, scale: 1, bold: true, mostLines: 6 }] : []),
    ...(has('attributes') ? [{ text: words.attributes, scale: 0.85, bold: false, mostLines: 4 }] : []),
    ...(words.fields === '' ? [] : [{ text: words.fields, scale: 0.8, bold: false, mostLines: 4 }]),
    ...(has('sku') ? [{ text: words.sku, scale: 0.8, bold: false, mostLines: 2 }] : []),
    ...(has('order_number') ? [{ text: words.order_number, scale: 0.8, bold: true, mostLines: 2 }] : []),
    ...(has('own_text') ? [{ text: design.own_text, scale: 0.8, bold: false, mostLines: 4 }] : []),
    ...(has('price') ? [{ text: words.price, scale: priceScale, bold: true, mostLines: 1 }] : []),
  ].filter(({ text }) => text !== '');
  const texts = placeTexts(
    blocks,
    { ...area, y: area.y + below, height: area.height - below },
    usual,
    measure,
    has('price') && words.price !== '',
  );
  if (code && digits > 0) texts.push(placeDigits(words.code, code, digits, measure));
  return { width, height, texts, code, logo: picture };
}

/** Bars lie at the foot, over the whole width; a square stands at the left of a wide label, and at the foot of a high one. */
function placeCode(drawn: CodeDrawing, inner: Box, digits: number, pad: number): { code: PlacedCode; text: Box } {
  const { path, columns, rows } = drawn;
  if (rows === 1) {
    const across = Math.min(0.5, inner.width / columns);
    const high = Math.min(25, Math.max(6, inner.height * 0.32));
    const box = {
      x: inner.x + (inner.width - across * columns) / 2,
      y: inner.y + inner.height - digits - high,
      width: across * columns,
      height: high,
    };
    return {
      code: { ...box, path, across, down: high },
      text: { ...inner, height: inner.height - digits - high - pad * 0.4 },
    };
  }
  const isWide = inner.width >= inner.height * 1.15;
  const side = isWide
    ? Math.min(inner.height - digits, inner.width * 0.46)
    : Math.min(inner.width, inner.height * 0.5 - digits);
  const module = side / columns;
  const square = { width: side, height: side, path, across: module, down: module };
  if (isWide) {
    const x = inner.x + side + pad * 0.6;
    return {
      code: { ...square, x: inner.x, y: inner.y },
      text: { ...inner, x, width: inner.x + inner.width - x },
    };
  }
  return {
    code: { ...square, x: inner.x + (inner.width - side) / 2, y: inner.y + inner.height - digits - side },
    text: { ...inner, height: inner.height - side - digits - pad * 0.6 },
  };
}

function placeLogo(logo: { readonly width: number; readonly height: number }, area: Box): Box {
  const most = { width: area.width * 0.7, height: Math.min(18, area.height * 0.25) };
  const scale = Math.min(most.width / logo.width, most.height / logo.height);
  return { x: area.x, y: area.y, width: logo.width * scale, height: logo.height * scale };
}

/** As large as there is room, down to what can be read; then the longest is cut. The price stands at the foot. */
function placeTexts(
  blocks: readonly Block[],
  area: Box,
  usual: number,
  measure: Measure,
  withPrice: boolean,
): PlacedText[] {
  let size = usual;
  let lines = blocks.map((block) => wrap(block, area.width, size, measure));
  const heightOf = () => lines.reduce((sum, one, i) => sum + one.length * size * (blocks[i] as Block).scale * LINE, 0);
  while (heightOf() > area.height && size * 0.8 > SMALLEST) {
    size *= SHRINK;
    lines = blocks.map((block) => wrap(block, area.width, size, measure));
  }
  while (heightOf() > area.height && lines.some((one) => one.length > 1)) {
    const longest = lines.reduce((best, one, i) => (one.length > (lines[best]?.length ?? 0) ? i : best), 0);
    const block = blocks[longest] as Block;
    const mostLines = (lines[longest]?.length ?? 1) - 1;
    lines = lines.map((one, i) => (i === longest ? wrap({ ...block, mostLines }, area.width, size, measure) : one));
  }
  const placed: PlacedText[] = [];
  let y = area.y;
  blocks.forEach(({ scale, bold }, i) => {
    const own = size * scale;
    const isPrice = withPrice && i === blocks.length - 1;
    if (isPrice) y = Math.max(y, area.y + area.height - own * LINE);
    for (const text of lines[i] ?? []) {
      // what has no room at all would stand outside the label
      if (y + own > area.y + area.height + 0.01) return;
      placed.push({ text, x: area.x, y: y + own * 0.95, size: own, bold, width: measure(text, bold) * own });
      y += own * LINE;
    }
  });
  return placed;
}

/** Breaks at spaces that may be broken at, and a word that is wider than the label within itself; what is beyond the last line is cut. */
function wrap({ text, scale, bold, mostLines }: Block, width: number, size: number, measure: Measure): string[] {
  const most = width / (size * scale);
  const fits = (line: string) => measure(line, bold) <= most;
  const words = text.split(/[ \n\t]+/).flatMap((word) => (fits(word) ? [word] : broken(word, fits)));
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= mostLines) return lines;
  let cut = lines[mostLines - 1] ?? '';
  while (cut !== '' && !fits(`${cut}…`)) cut = [...cut].slice(0, -1).join('');
  return [...lines.slice(0, mostLines - 1), `${cut}…`];
}

function broken(word: string, fits: (part: string) => boolean): string[] {
  const parts: string[] = [];
  for (const sign of word) {
    const last = parts.at(-1);
    if (last !== undefined && fits(last + sign)) parts[parts.length - 1] = last + sign;
    else parts.push(sign);
  }
  return parts;
}

/** Under the code, in its middle; a long one in smaller letters. */
function placeDigits(text: string, code: PlacedCode, size: number, measure: Measure): PlacedText {
  const own = Math.min(size, code.width / Math.max(measure(text, false), 1));
  const width = measure(text, false) * own;
  return { text, x: code.x + (code.width - width) / 2, y: code.y + code.height + own, size: own, bold: false, width };
}
