import { feedErrors } from '@lanka/domain/feeds/errors';
import { byteOrderMark, chooseEncoding, declaredEncoding } from './encoding';
import { horoshopLayout } from './horoshop';
import type { FeedKind, FeedLayout } from './offer';
import { ownLayout } from './own';
import { promLayout } from './prom';
import { shopifyLayout } from './shopify';
import { Columns, type TableLayout } from './table';
import { woocommerceLayout } from './woocommerce';

export type XmlKind = 'yml' | 'hotline' | 'google';

/** The strictest first: our own template takes any table with a title and a price. */
const LAYOUTS: readonly TableLayout[] = [shopifyLayout, woocommerceLayout, promLayout, horoshopLayout, ownLayout];

export type HeadKind = { container: 'xml'; kind: XmlKind } | { container: 'csv' };

/** Text of the beginning of a file, whatever its encoding. */
export function headText(head: Uint8Array): string {
  const encoding = byteOrderMark(head) ?? chooseEncoding(head, declaredEncoding(head));
  return new TextDecoder(encoding).decode(head);
}

/**
 * What a file is, from its first bytes (unpacked). Content decides; the name and the content type are only shown,
 * because shops serve XML as text/html and CSV as application/octet-stream.
 *
 * @throws feeds.empty, feeds.web_page, feeds.old_excel, feeds.unsupported
 */
export function detectHead(head: Buffer, fileName?: string, contentType?: string): HeadKind {
  if (head.length === 0) throw feedErrors.empty();
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0') throw feedErrors.old_excel();
  const text = headText(head)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text === '') throw feedErrors.empty();
  const found = [fileName, contentType].filter(Boolean).join(', ');
  if (text.startsWith('<')) return { container: 'xml', kind: xmlKind(text, found) };
  if (text.startsWith('%PDF')) throw feedErrors.unsupported({ found: found || 'PDF' });
  if (/^[{[]\s*["{[\]}]/.test(text)) throw feedErrors.unsupported({ found: found || 'JSON' });
  if (looksBinary(text.slice(0, 4096))) throw feedErrors.unsupported({ found: found || 'binary' });
  return { container: 'csv' };
}

/** A stray control character is a defect of text; many of them, or one zero, are not text. */
function looksBinary(text: string): boolean {
  let controls = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0) return true;
    if (code < 32 && (code < 9 || code > 13)) controls += 1;
  }
  return controls * 50 > text.length;
}

function xmlKind(text: string, found: string): XmlKind {
  const start = text.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(/<\?[^>]*>/g, '');
  if (/^\s*<!doctype\s+html/i.test(start)) throw feedErrors.web_page();
  const root =
    /<([A-Za-z_][\w:.-]*)/.exec(start.replace(/<!doctype[^>[]*(?:\[[\s\S]*?\]\s*)?>/i, ''))?.[1]?.toLowerCase() ?? '';
  if (root === 'html' || root === 'head' || root === 'body') throw feedErrors.web_page();
  if (root === 'svg' || root === 'plist' || root === 'urlset' || root === 'sitemapindex')
    throw feedErrors.unsupported({ found: found || root });
  if (root === 'rss' || root === 'feed' || root === 'rdf:rdf' || /xmlns:g=/i.test(text.slice(0, 4096))) return 'google';
  return root === 'price' ? 'hotline' : 'yml';
}

export function layoutOf(kind: FeedKind): FeedLayout | null {
  const match = /^(.+)_(?:csv|xlsx)$/.exec(kind);
  return match ? (match[1] as FeedLayout) : null;
}

/** The layout whose columns the row names; null when the row is no header of anything we know. */
export function matchLayout(
  header: readonly string[],
  asked: FeedLayout | null,
): { layout: TableLayout; columns: Columns } | null {
  const columns = new Columns(header);
  const layout = LAYOUTS.find(
    (candidate) => (asked === null || candidate.layout === asked) && candidate.matches(columns),
  );
  return layout ? { layout, columns } : null;
}

export function requiredColumns(layout: FeedLayout): readonly string[] {
  return LAYOUTS.find((candidate) => candidate.layout === layout)?.required ?? [];
}
