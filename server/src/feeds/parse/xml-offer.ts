import type { NamedValue } from '@lanka/domain/feeds/groups';
import { type RowReason, rowReason } from '@lanka/domain/feeds/reasons';
import { cleanId, cleanText, isWeightUnit, splitImages } from '@lanka/domain/feeds/rules';
import type { RawOffer } from './offer';
import type { XmlNode, XmlRecord } from './xml';

/** Fields of an offer element by name; Ukrainian is preferred wherever a feed has more languages. */
export class Fields {
  private readonly byName = new Map<string, XmlNode[]>();

  constructor(readonly node: XmlNode) {
    for (const child of node.children) {
      const known = this.byName.get(child.name);
      if (known) known.push(child);
      else this.byName.set(child.name, [child]);
    }
  }

  all(...names: string[]): XmlNode[] {
    return names.flatMap((name) => this.byName.get(name) ?? []);
  }

  has(...names: string[]): boolean {
    return names.some((name) => this.byName.has(name));
  }

  /** Text of the first of the elements that is not empty. */
  text(...names: string[]): string {
    return this.all(...names).find(({ text }) => text.trim() !== '')?.text ?? '';
  }

  attribute(...names: string[]): string | undefined {
    const name = names.find((candidate) => candidate in this.node.attributes);
    return name === undefined ? undefined : this.node.attributes[name];
  }

  /** `name_ua`, `<name lang="uk">`, `name`, then other languages. */
  ukrainian(name: string): string {
    const marked = this.text(`${name}_ua`, `${name}_uk`, `${name}ua`);
    if (marked.trim() !== '') return marked;
    return ukrainianOf(this.all(name)) || this.text(`${name}_ru`, `${name}_en`);
  }
}

export function ukrainianOf(nodes: readonly XmlNode[]): string {
  const filled = nodes.filter(({ text }) => text.trim() !== '');
  const preferred = filled.find(({ attributes }) => /^(ua|uk)/i.test(attributes.lang ?? ''));
  return (preferred ?? filled.find(({ attributes }) => !attributes.lang) ?? filled[0])?.text ?? '';
}

/** Values of `<param>`, unit included: Rozetka puts them into `<value lang>`, the others into the text. */
export function readParams(nodes: readonly XmlNode[]): NamedValue[] {
  return nodes.flatMap((node) => {
    const nested = node.children.filter(({ name }) => name === 'value');
    const byLanguage = nested.some(({ attributes }) => attributes.lang);
    const value = byLanguage
      ? ukrainianOf(nested)
      : nested.length > 0
        ? nested.map(({ text }) => text).join('|')
        : node.text;
    const name = node.attributes.name ?? node.attributes.paramname ?? childText(node, 'name');
    const unit = cleanText(node.attributes.unit ?? '');
    const text = cleanText(value);
    if (name === '' || text === '' || text === '-') return [];
    return [{ name, value: unit !== '' && !text.endsWith(unit) ? `${text} ${unit}` : text }];
  });
}

function childText(node: XmlNode, name: string): string {
  return node.children.find((child) => child.name === name)?.text ?? '';
}

/** `Вага: 500 г` or `Вага, кг: 0.5` among the parameters, only when it says in which unit. */
export function weightOfParams(params: readonly NamedValue[]): { weight: string; unit: 'g' | 'kg' } | null {
  for (const { name, value } of params) {
    const match =
      /^(?:вага|вес|weight)(?: (?:товару|нетто|брутто|упаковки|товара|в упаковці|з упаковкою))?(?:[,( ]+(кг|г|kg|g)\.?\)?)?$/i.exec(
        cleanText(name),
      );
    if (!match) continue;
    if (match[1]) return { weight: value, unit: /^[кk]/i.test(match[1]) ? 'kg' : 'g' };
    const unit = /\p{L}+\.?$/u.exec(cleanText(value))?.[0];
    if (unit && isWeightUnit(unit)) return { weight: value, unit: 'g' };
  }
  return null;
}

export function imagesOf(nodes: readonly XmlNode[]): string[] {
  return nodes.flatMap((node): string[] => {
    if (node.children.length > 0) return imagesOf(node.children);
    const text = node.text.trim() || (node.attributes.url ?? node.attributes.href ?? '');
    return (text.match(/https?:/g)?.length ?? 0) > 1 ? splitImages(text) : [text];
  });
}

interface Category {
  name: string;
  parent: string;
}

/** The `<categories>` of a feed. Offers name a category; its path is found by the parents. */
export class Categories {
  private readonly byId = new Map<string, Category>();

  constructor(private readonly max: number) {}

  get size(): number {
    return this.byId.size;
  }

  add(node: XmlNode): void {
    if (this.byId.size >= this.max) return;
    const id = cleanId(node.attributes.id ?? childText(node, 'id'));
    const parent = cleanId(node.attributes.parentid ?? node.attributes.parent_id ?? childText(node, 'parentid'));
    const names = node.children.filter(({ name }) => name === 'name');
    const name = cleanText(names.length > 0 ? ukrainianOf(names) : node.text);
    if (id !== '') this.byId.set(id, { name: name.slice(0, 200), parent });
  }

  /** Path from the root. An orphan keeps what is known of it; a circle ends where it closes. */
  path(rawId: string, warnings: RowReason[]): string[] {
    const id = cleanId(rawId);
    if (id === '') return [];
    const path: string[] = [];
    const seen = new Set<string>();
    for (let at = id; at !== '' && at !== '0' && !seen.has(at); ) {
      seen.add(at);
      const category = this.byId.get(at);
      if (!category) {
        warnings.push(rowReason(at === id ? 'category_unknown' : 'category_parent_missing', 'category', at));
        break;
      }
      if (category.name !== '') path.unshift(category.name);
      at = category.parent;
    }
    return path.slice(-20);
  }
}

/** The fields every dialect fills the same way. */
export function emptyRaw(record: XmlRecord): RawOffer {
  return {
    row: record.ordinal,
    line: record.line,
    external_id: '',
    group_key: null,
    title: '',
    description: '',
    recommended_price: '',
    currency: '',
    sku: '',
    barcode: '',
    weight: '',
    weight_unit: 'kg',
    quantity: '',
    images: [],
    category: [],
    tags: [],
    vendor: '',
    options: [],
    url: '',
    warnings: record.repairedAtLine === null ? [] : [rowReason('markup_repaired', 'offer', record.repairedAtLine)],
  };
}
