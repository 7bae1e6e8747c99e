const TAGS = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'a', 'code', 'pre']);

/** What the API takes for HTML: a few tags, in order and closed; null where it does not. */
export function textOfHtml(html: string): string | null {
  const open: string[] = [];
  let text = '';
  for (const part of html.split(/(<[^>]*>)/)) {
    if (!part.startsWith('<')) {
      if (part.includes('<')) return null;
      text += part;
      continue;
    }
    const tag = /^<(\/?)([a-z]+)(\s+href="[^"<>]*")?>$/.exec(part);
    if (!tag || !TAGS.has(tag[2] ?? '')) return null;
    if (tag[1] !== '/') open.push(tag[2] ?? '');
    else if (open.pop() !== tag[2]) return null;
  }
  if (open.length > 0) return null;
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
