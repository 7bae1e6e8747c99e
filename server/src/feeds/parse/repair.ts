import { feedErrors } from '@lanka/domain/feeds/errors';
import { decodeReference } from '@lanka/domain/feeds/plain-text';
import type { FeedLimits } from './offer';

/**
 * Makes what shops call XML into XML, before the real parser sees it: stray `&` and `<`, HTML references, control
 * characters, unquoted attributes, markup pasted into a description without CDATA. Declarations, comments and
 * DOCTYPE are left out; a DOCTYPE that declares entities is refused. Line breaks are kept, so that the lines of
 * the parser are those of the file. Nothing grows beyond the limits: a tag, a text and a comment are bounded here.
 */
type Mode = 'content' | 'raw' | 'cdata' | 'comment' | 'instruction' | 'doctype';

const RAW = /^(?:[a-z]+:)?(?:short_?)?(?:description|desc|content|encoded)(?:_?(?:ua|uk|ru|en))?$/i;
const RECORD_END = /^<\/(?:offer|item|entry|product)[\s>]/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;
// A key is only looked for at its first character: without that, a long run of letters takes quadratic time.
const ATTRIBUTE = /(?<![^\s=/"'<>])([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;
const LOOKAHEAD = 40;

export class XmlRepair {
  private buffer = '';
  private mode: Mode = 'content';
  /** The mode to return to after CDATA. */
  private outer: Mode = 'content';
  private rawName = '';
  private textLength = 0;
  private doctype = '';
  private line = 1;
  /** Where the next line break of the buffer stands: feeds in one line must not be searched for it again and again. */
  private nextBreak = -1;
  private out: string[] = [];

  constructor(
    private readonly limits: FeedLimits,
    /** Called when something was repaired that may have changed the meaning. */
    private readonly repaired: () => void,
  ) {}

  get currentLine(): number {
    return this.line;
  }

  push(text: string, final = false): string {
    this.buffer += text.replace(CONTROLS, '');
    this.out = [];
    this.nextBreak = this.buffer.indexOf('\n');
    let at = 0;
    for (;;) {
      const next = this.step(at, final);
      if (next === -1) break;
      this.countLines(next);
      at = next;
      if (at >= this.buffer.length) break;
    }
    this.buffer = this.buffer.slice(at);
    return this.out.join('');
  }

  /** Handles what stands at `at`; the new place, or -1 when more of the file is needed. */
  private step(at: number, final: boolean): number {
    if (at >= this.buffer.length) return -1;
    switch (this.mode) {
      case 'comment':
        return this.skipTo('-->', at, final);
      case 'instruction':
        return this.skipTo('>', at, final);
      case 'doctype':
        return this.readDoctype(at);
      case 'cdata':
        return this.readCdata(at, final);
      default:
        return this.readContent(at, final);
    }
  }

  private skipTo(end: string, at: number, final: boolean): number {
    const found = this.buffer.indexOf(end, at);
    const until = found !== -1 ? found + end.length : final ? this.buffer.length : Math.max(at, this.buffer.length - 2);
    this.keepLineBreaks(this.buffer.slice(at, until));
    if (found !== -1) this.mode = this.outer;
    return found === -1 && until === at ? -1 : until;
  }

  private readDoctype(at: number): number {
    const rest = this.buffer.slice(at);
    const size = rest.length;
    this.doctype += rest;
    if (/<!ENTITY/i.test(this.doctype)) throw feedErrors.entities({ line: this.line });
    if (this.doctype.length > this.limits.maxTag) throw this.tooLong(this.limits.maxTag);
    const subset = this.doctype.indexOf('[');
    const plain = this.doctype.indexOf('>');
    const hasSubset = subset !== -1 && (plain === -1 || subset < plain);
    const close = hasSubset ? /\]\s*>/.exec(this.doctype.slice(subset)) : null;
    const end = hasSubset ? (close ? subset + close.index + close[0].length : -1) : plain + 1 || -1;
    const until = end === -1 ? size : size - (this.doctype.length - end);
    this.keepLineBreaks(rest.slice(0, until));
    if (end !== -1) this.mode = 'content';
    return at + until;
  }

  private readCdata(at: number, final: boolean): number {
    const end = this.buffer.indexOf(']]>', at);
    const stop = end === -1 ? this.buffer.length : end;
    // CDATA that was never closed would swallow the offers after it.
    const lost = this.outer === 'raw' ? this.findRawEnd(at, stop) : -1;
    if (lost !== -1) {
      this.repaired();
      this.text(escapeText(this.buffer.slice(at, lost)), lost - at);
      this.mode = this.outer;
      return lost;
    }
    const until = end !== -1 ? end : final ? this.buffer.length : Math.max(at, this.buffer.length - LOOKAHEAD);
    this.text(escapeText(this.buffer.slice(at, until)), until - at);
    if (end === -1) return until === at ? -1 : until;
    this.mode = this.outer;
    return end + 3;
  }

  private findRawEnd(from: number, until: number): number {
    for (let at = this.buffer.indexOf('</', from); at !== -1 && at < until; at = this.buffer.indexOf('</', at + 2)) {
      if (this.endsRaw(at)) return at;
    }
    return -1;
  }

  private endsRaw(at: number): boolean {
    const tag = this.buffer.slice(at, at + LOOKAHEAD);
    return this.closesRaw(tag) || RECORD_END.test(tag);
  }

  private closesRaw(tag: string): boolean {
    const name = tag.slice(2, 2 + this.rawName.length).toLowerCase();
    return tag.startsWith('</') && name === this.rawName && /[\s>]/.test(tag[2 + this.rawName.length] ?? ' ');
  }

  private readContent(at: number, final: boolean): number {
    const open = this.buffer.indexOf('<', at);
    if (open !== at) return this.readText(at, open === -1 ? this.buffer.length : open, open === -1 && !final);
    const ahead = this.buffer.slice(at, at + LOOKAHEAD);
    if (ahead.length < LOOKAHEAD && !final && !ahead.includes('>')) return -1;
    if (ahead.startsWith('<![CDATA[')) return this.enter('cdata', at + 9);
    if (this.mode === 'raw') return this.readRawMarkup(at, ahead);
    if (ahead.startsWith('<!--')) return this.enter('comment', at + 4);
    if (/^<!doctype/i.test(ahead)) return this.enter('doctype', at + 9);
    if (ahead.startsWith('<?') || ahead.startsWith('<!')) return this.enter('instruction', at + 2);
    return /^<\/?[A-Za-z_]/.test(ahead) ? this.readTag(at, final) : this.stray(at);
  }

  private enter(mode: Mode, at: number): number {
    this.outer = this.mode;
    this.mode = mode;
    return at;
  }

  private readText(at: number, until: number, more: boolean): number {
    let end = until;
    if (more) {
      const reference = this.buffer.lastIndexOf('&', until);
      if (reference >= at && until - reference < 12) end = reference;
    }
    if (end === at) return -1;
    this.text(repairText(this.buffer.slice(at, end)), end - at);
    return end;
  }

  private readRawMarkup(at: number, ahead: string): number {
    if (this.closesRaw(ahead)) {
      this.mode = 'content';
      return at;
    }
    if (RECORD_END.test(ahead)) {
      this.repaired();
      this.out.push(`</${this.rawName}>`);
      this.mode = 'content';
      return at;
    }
    return this.stray(at);
  }

  private stray(at: number): number {
    this.text('&lt;', 1);
    return at + 1;
  }

  private readTag(at: number, final: boolean): number {
    const end = this.tagEnd(at);
    if (end === 'stray') return this.stray(at);
    if (end === -1) {
      if (this.buffer.length - at > this.limits.maxTag) throw this.tooLong(this.limits.maxTag);
      return final ? this.buffer.length : -1;
    }
    if (end - at > this.limits.maxTag) throw this.tooLong(this.limits.maxTag);
    const tag = this.buffer.slice(at, end);
    this.textLength = 0;
    this.out.push(this.normaliseTag(tag));
    return end;
  }

  /** A quote counts only after `=`: `name="Екран 15""` is a real defect. */
  private tagEnd(at: number): number | 'stray' {
    let afterEquals = false;
    for (let i = at + 1; i < this.buffer.length; i += 1) {
      const char = this.buffer[i];
      if (char === '>') return i + 1;
      if (char === '<') return 'stray';
      if (afterEquals && (char === '"' || char === "'")) {
        const close = this.buffer.indexOf(char, i + 1);
        if (close === -1) return -1;
        i = close;
        afterEquals = false;
      } else if (char === '=') afterEquals = true;
      else if (char !== ' ' && char !== '\n' && char !== '\t' && char !== '\r') afterEquals = false;
    }
    return -1;
  }

  private normaliseTag(tag: string): string {
    const name = /^<\/?([A-Za-z_][^\s/>]*)/.exec(tag)?.[1]?.replace(/[^\w:.-]/g, '_') ?? '_';
    const breaks = '\n'.repeat(tag.split('\n').length - 1);
    if (tag[1] === '/') return `</${name}${breaks}>`;
    const selfClosing = tag.endsWith('/>');
    const body = tag.slice(name.length + 1, selfClosing ? -2 : -1);
    const attributes = new Map<string, string>();
    const rest = body.replace(ATTRIBUTE, (_whole, key: string, double?: string, single?: string, bare?: string) => {
      if (bare !== undefined) this.repaired();
      if (/^[\p{L}_][\p{L}\d_:.-]*$/u.test(key) && !attributes.has(key)) {
        attributes.set(key, repairText(double ?? single ?? bare ?? '').replaceAll('"', '&quot;'));
      }
      return ' ';
    });
    if (rest.trim() !== '') this.repaired();
    if (attributes.size > this.limits.maxAttributes) {
      throw feedErrors.too_many_attributes({ line: this.line, limit: this.limits.maxAttributes });
    }
    if (!selfClosing && RAW.test(name)) {
      this.mode = 'raw';
      this.rawName = name.toLowerCase();
    }
    const pairs = [...attributes].map(([key, value]) => ` ${key}="${value.replaceAll('\n', ' ')}"`).join('');
    return `<${name}${pairs}${breaks}${selfClosing ? '/' : ''}>`;
  }

  private text(text: string, length: number): void {
    this.textLength += length;
    if (this.textLength > this.limits.maxText) throw this.tooLong(this.limits.maxText);
    this.out.push(text);
  }

  private tooLong(limit: number) {
    return feedErrors.value_too_long({ line: this.line, limit });
  }

  private keepLineBreaks(text: string): void {
    const breaks = text.split('\n').length - 1;
    if (breaks > 0) this.out.push('\n'.repeat(breaks));
  }

  private countLines(until: number): void {
    while (this.nextBreak !== -1 && this.nextBreak < until) {
      this.line += 1;
      this.nextBreak = this.buffer.indexOf('\n', this.nextBreak + 1);
    }
  }
}

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (char) => (char === '&' ? '&amp;' : char === '<' ? '&lt;' : '&gt;'));
}

const XML_REFERENCES = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Keeps the references XML knows, decodes those HTML knows, escapes every other `&`. */
function repairText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replace(/&(?:(#?[A-Za-z0-9]{1,10});)?|[<>]/g, (whole, name: string | undefined) => {
    if (whole === '<') return '&lt;';
    if (whole === '>') return '&gt;';
    if (name === undefined) return '&amp;';
    if (XML_REFERENCES.has(name)) return whole;
    const char = decodeReference(name);
    return char === undefined ? `&amp;${name};` : escapeText(char);
  });
}
