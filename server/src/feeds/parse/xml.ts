import { feedErrors } from '@lanka/domain/feeds/errors';
import { SaxesParser } from 'saxes';
import type { FeedLimits } from './offer';
import { XmlRepair } from './repair';

/** An element with what is inside. Names and attribute names are in lower case, without a prefix. */
export interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  /** Its own text and that of everything inside, in order. */
  text: string;
  children: XmlNode[];
}

export interface XmlRecord {
  node: XmlNode;
  /** Number among the offers of the file, from 1; 0 for what is not an offer (categories, currencies). */
  ordinal: number;
  parent: string;
  line: number;
  repairedAtLine: number | null;
  tooBig: boolean;
  truncated: boolean;
}

const OFFERS = new Set(['offer', 'item', 'entry', 'product']);
const CONTAINERS = new Set(
  'yml_catalog shop catalog categories currencies offers items products goods price rss channel feed data root export'.split(
    ' ',
  ),
);

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

/** Builds small trees of offers, categories and currencies from the events of the parser. */
class Collector {
  readonly ready: XmlRecord[] = [];
  private readonly path: string[] = [];
  private record: XmlRecord | null = null;
  private nodes: XmlNode[] = [];
  private recordDepth = 0;
  private depth = 0;
  private ordinal = 0;
  private size = 0;

  constructor(
    private readonly limits: FeedLimits,
    private readonly line: () => number,
  ) {}

  get isOpen(): boolean {
    return this.depth > 0;
  }

  open(rawName: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (this.depth > this.limits.maxDepth) {
      throw feedErrors.too_deep({ line: this.line(), limit: this.limits.maxDepth });
    }
    const name = localName(rawName);
    if (this.record && this.nodes.length === 1 && this.record.ordinal > 0 && name === this.record.node.name) {
      this.repaired();
      this.finish(); // the offer before was not closed
    }
    const node: XmlNode = { name, attributes: lowerKeys(attributes), text: '', children: [] };
    if (this.record) this.addChild(node);
    else if (this.depth === 1 || (CONTAINERS.has(name) && !OFFERS.has(name))) this.path.push(name);
    else this.start(node);
  }

  private start(node: XmlNode): void {
    const isOffer = OFFERS.has(node.name);
    if (isOffer) this.ordinal += 1;
    this.record = {
      node,
      ordinal: isOffer ? this.ordinal : 0,
      parent: this.path.at(-1) ?? '',
      line: this.line(),
      repairedAtLine: null,
      tooBig: false,
      truncated: false,
    };
    this.nodes = [node];
    this.recordDepth = this.depth;
    this.size = 0;
  }

  private addChild(node: XmlNode): void {
    const fits = this.grow(Math.ceil(this.limits.maxText / this.limits.maxFields));
    if (fits) this.nodes.at(-1)?.children.push(node);
    this.nodes.push(node);
  }

  private grow(by: number): boolean {
    this.size += by;
    const fits = this.size <= this.limits.maxText;
    if (!fits && this.record) this.record.tooBig = true;
    return fits;
  }

  text(text: string): void {
    if (!this.record || !this.grow(text.length)) return;
    // The offer itself needs no text of its own: it would double everything inside.
    const from = this.record.ordinal > 0 ? 1 : 0;
    for (let i = from; i < this.nodes.length; i += 1) {
      const node = this.nodes[i];
      if (node) node.text += text;
    }
  }

  close(): void {
    if (this.record && this.depth === this.recordDepth) this.finish();
    else if (this.record && this.depth > this.recordDepth) this.nodes.pop();
    else if (!this.record) this.path.pop();
    this.depth -= 1;
  }

  private finish(): void {
    if (this.record) this.ready.push(this.record);
    this.record = null;
    this.nodes = [];
  }

  repaired(): void {
    if (this.record) this.record.repairedAtLine ??= this.line();
  }

  /** The file ended: an offer that is still open is told as such. */
  end(): void {
    if (!this.record) return;
    this.record.truncated = true;
    this.finish();
  }
}

function lowerKeys(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value]));
}

/**
 * Offers, categories and currencies of an XML text, as it arrives: at most one block of the file and its offers
 * are in memory. Mistakes inside an offer are repaired and noted on it.
 *
 * @throws feeds.truncated when the file ends inside the root element, after everything before was handed out
 */
export async function* readXml(text: AsyncIterable<string>, limits: FeedLimits): AsyncGenerator<XmlRecord> {
  const parser = new SaxesParser();
  const collector = new Collector(limits, () => parser.line);
  const repair = new XmlRepair(limits, () => collector.repaired());
  let ending = false;
  let seenRoot = false;
  parser.on('error', () => {
    if (!ending) collector.repaired();
  });
  parser.on('opentag', (tag) => {
    seenRoot = true;
    collector.open(tag.name, tag.attributes);
  });
  parser.on('text', (part) => collector.text(part));
  parser.on('closetag', () => {
    if (!ending) collector.close();
  });
  for await (const block of text) {
    yield* parsePart(parser, collector, () => repair.push(block));
  }
  yield* parsePart(parser, collector, () => repair.push('', true));
  ending = true;
  parser.close();
  const isOpen = collector.isOpen;
  collector.end();
  yield* collector.ready.splice(0);
  if (isOpen || !seenRoot)
    throw (seenRoot ? feedErrors.truncated : feedErrors.xml_broken)({ line: repair.currentLine });
}

/** What was read before a refusal is handed out before it. */
function* parsePart(parser: SaxesParser, collector: Collector, repair: () => string): Generator<XmlRecord> {
  let failure: unknown;
  try {
    parser.write(repair());
  } catch (error) {
    failure = error;
  }
  yield* collector.ready.splice(0);
  if (failure !== undefined) throw failure;
}
