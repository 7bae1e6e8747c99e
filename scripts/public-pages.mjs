/**
 * What a build of the web does after Vite: renders the public pages to HTML by the same components that the browser
 * runs, draws the policies as PDF from `docs/policies`, and packs every file that gets smaller by it.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PAGES = { landing: 'index.html', price: 'price.html', missing: '404.html', maintenance: 'maintenance.html' };

/** Fills the templates that Vite has written; what depends on the deployment stays open for the server. */
export async function renderPages(output, renderer) {
  const { render } = await import(pathToFileURL(renderer).href);
  const [font] = readdirSync(join(output, 'assets')).filter((name) => name.startsWith('inter-cyrillic-wght-normal'));
  const preload = font ? `<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin />` : '';
  for (const [name, file] of Object.entries(PAGES)) {
    const { head, body, data } = render(name);
    const path = join(output, file);
    const filled = readFileSync(path, 'utf8')
      .replace('<!--head-->', () => preload + head)
      .replace('<!--page-->', () => body)
      .replace('<!--data-->', () => data);
    writeFileSync(path, filled);
  }
}

/** `# heading`, `## heading`, `- point` and paragraphs, which is all the policies need. */
function contentOf(markdown) {
  return markdown
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => {
      if (block.startsWith('## ')) return { text: block.slice(3), fontSize: 13, bold: true, margin: [0, 14, 0, 4] };
      if (block.startsWith('# ')) return { text: block.slice(2), fontSize: 20, bold: true, margin: [0, 0, 0, 10] };
      const text = block.replace(/\n(?!- )/g, ' ');
      if (text.startsWith('- ')) return { ul: text.split('\n').map((line) => line.slice(2)), margin: [0, 0, 0, 8] };
      return { text, margin: [0, 0, 0, 8] };
    });
}

/** `privacy.ua.md` → `privacy-ua.pdf`, and so on. */
export async function drawPolicies(source, output) {
  const { default: pdfmake } = await import('pdfmake');
  const require = createRequire(import.meta.url);
  const font = (name) => require.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`);
  const files = { normal: font('Regular'), bold: font('Medium'), italics: font('Italic') };
  pdfmake.setFonts({ Roboto: { ...files, bolditalics: font('MediumItalic') } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => Object.values(files).includes(path) || path === font('MediumItalic'));
  mkdirSync(output, { recursive: true });
  for (const name of readdirSync(source).filter((file) => /^\w+\.(ua|en)\.md$/.test(file))) {
    const [policy, locale] = name.split('.');
    const markdown = readFileSync(join(source, name), 'utf8');
    const pdf = await pdfmake
      .createPdf({
        pageSize: 'A4',
        pageMargins: [56, 56, 56, 64],
        language: locale === 'ua' ? 'uk' : 'en',
        info: { title: markdown.split('\n')[0].slice(2), author: 'Lanka' },
        defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.35 },
        content: contentOf(markdown),
        footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', fontSize: 9, color: '#63636d' }),
      })
      .getBuffer();
    writeFileSync(join(output, `${policy}-${locale}.pdf`), pdf);
  }
}

/** Beside `name.js` lie `name.js.br` and `name.js.gz`. Pages are packed by the server, which fills them in first. */
export async function compress(output) {
  const names = readdirSync(output, { recursive: true }).filter((name) => /\.(js|css|svg|wasm|txt)$/.test(name));
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  for (const name of names) {
    const path = join(output, name);
    const bytes = readFileSync(path);
    if (bytes.length < 512) continue;
    const [br, zipped] = await Promise.all([
      promisify(brotliCompress)(bytes, brotli),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    if (br.length < bytes.length) writeFileSync(`${path}.br`, br);
    if (zipped.length < bytes.length) writeFileSync(`${path}.gz`, zipped);
  }
}
