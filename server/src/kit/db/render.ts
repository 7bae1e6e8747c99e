import { Param, Placeholder, SQL, StringChunk } from 'drizzle-orm';

/** A statement as PostgreSQL takes it: its text with $1, $2 …, and the name under which it is kept prepared. */
export interface Shape {
  readonly text: string;
  /** None when there are too many texts already. */
  readonly name: string | undefined;
}

export interface Rendered extends Shape {
  readonly values: unknown[];
}

/** So many pieces of texts are remembered in all; a text of ours has some thirty. */
const MOST_STEPS = 30_000;

/** A place in the text of a statement that has come before, and what has followed there: a piece of text, or a value. */
class Step {
  shape: Shape | undefined;
  private lastPiece: string | undefined;
  private lastStep: Step | undefined;
  private readonly texts = new Map<string, Step>();
  private value: Step | undefined;

  /** Nearly always the same piece follows as before, and that is the same string: no look into the map, no hash. */
  text(piece: string, make: () => Step | undefined): Step | undefined {
    if (piece === this.lastPiece) return this.lastStep;
    let step = this.texts.get(piece);
    if (!step) {
      step = make();
      if (!step) return undefined;
      this.texts.set(piece, step);
    }
    this.lastPiece = piece;
    this.lastStep = step;
    return step;
  }

  next(make: () => Step | undefined): Step | undefined {
    this.value ??= make();
    return this.value;
  }
}

/**
 * Texts of statements and their values, without putting the text together anew: a statement is made of pieces of text
 * that are always the same strings, so the way through them tells which text it is, and only the values are collected.
 * The first time the query builder makes the text. What only the query builder knows (columns, tables, names) is left
 * to it: then there is no answer.
 * @param shapeOf the text by the query builder, and its name
 */
export function renderer(shapeOf: (query: SQL) => Shape): (query: SQL) => Rendered | null {
  let steps = 0;
  const make = (): Step | undefined => {
    if (steps >= MOST_STEPS) return undefined;
    steps += 1;
    return new Step();
  };
  const begin = new Step();

  /** Goes on through one part of a statement; nowhere when it is one of those that only the query builder knows. */
  function follow(part: unknown, from: Step, values: unknown[]): Step | undefined {
    if (typeof part !== 'object' || part === null) return followPlain(part, from, values);
    if (part instanceof StringChunk) return followText(part, from);
    if (part instanceof SQL) return isInlined(part) ? undefined : followAll(part.queryChunks, from, values);
    if (part instanceof Param) return followParam(part, from, values);
    if (Array.isArray(part)) return followList(part, from, values);
    // whatever can make SQL of itself is the query builder's; the rest is a value, as a Date or a Buffer
    if (typeof (part as { getSQL?: unknown }).getSQL === 'function') return undefined;
    values.push(part);
    return from.next(make);
  }

  function followPlain(part: unknown, from: Step, values: unknown[]): Step | undefined {
    if (part === undefined) return from;
    // enums of the query builder
    if (typeof part === 'function') return undefined;
    values.push(part);
    return from.next(make);
  }

  function followText({ value }: StringChunk, from: Step): Step | undefined {
    let step: Step | undefined = from;
    for (const piece of value) if (step && piece !== '') step = step.text(piece, make);
    return step;
  }

  function followAll(parts: readonly unknown[], from: Step, values: unknown[]): Step | undefined {
    let step: Step | undefined = from;
    for (let n = 0; step && n < parts.length; n += 1) step = follow(parts[n], step, values);
    return step;
  }

  function followParam({ value, encoder }: Param, from: Step, values: unknown[]): Step | undefined {
    if (value instanceof Placeholder) return undefined;
    const mapped: unknown = value === null ? null : encoder.mapToDriverValue(value);
    if (mapped instanceof SQL) return follow(mapped, from, values);
    values.push(mapped);
    return from.next(make);
  }

  /** Written as `($1, $2)`. */
  function followList(parts: readonly unknown[], from: Step, values: unknown[]): Step | undefined {
    let step = from.text('(', make);
    for (let n = 0; step && n < parts.length; n += 1) {
      if (n > 0) step = step.text(', ', make);
      if (step) step = follow(parts[n], step, values);
    }
    return step?.text(')', make);
  }

  return (query) => {
    const values: unknown[] = [];
    const end = follow(query, begin, values);
    if (!end) return null;
    end.shape ??= shapeOf(query);
    const { text, name } = end.shape;
    return { text, name, values };
  };
}

/** Whether its values are written into the text. */
const isInlined = (query: SQL): boolean => (query as unknown as { shouldInlineParams: boolean }).shouldInlineParams;
