import type { FastifyInstance } from 'fastify';
import { type Kept, mine } from './kept';

/** A minimal PDF: the product checks that it begins as one, and shows it. */
function pdf(lines: readonly string[]): Buffer {
  const text = lines.map((line, at) => `BT /F1 12 Tf 20 ${260 - at * 18} Td (${line}) Tj ET`).join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 284 284] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const at: number[] = [];
  for (const [index, object] of objects.entries()) {
    at.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const start = body.length;
  const rows = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(body, 'latin1');
}

/** Labels and registers stand at addresses of their own, with the key in them. */
export function openPrinting(server: FastifyInstance, kept: Kept): void {
  server.get('/scanSheet/*', async (request, reply) => {
    const asked = decodeURIComponent(request.url);
    const key = /\/apiKey\/([0-9a-f]{32})/i.exec(asked)?.[1] ?? '';
    const ref = /refs\[\]\/([0-9a-f-]{36})/.exec(asked)?.[1];
    const sheet = kept.sheets.find((one) => one.key === key && one.ref === ref);
    if (!sheet) return reply.type('text/html').send('<html>Помилка друку</html>');
    const docs = kept.docs.filter((doc) => sheet.refs.includes(doc.ref));
    return reply.type('application/pdf').send(pdf([sheet.number, ...docs.map((doc) => doc.number)]));
  });
  server.get('/orders/*', async (request, reply) => {
    const asked = decodeURIComponent(request.url);
    const key = /\/apiKey\/([0-9a-f]{32})/i.exec(asked)?.[1] ?? '';
    const refs = [...asked.matchAll(/orders\[\]\/([0-9a-f-]{36})/g)].map(([, ref]) => ref);
    const docs = mine(kept, key).filter((doc) => refs.includes(doc.ref));
    // what is wrong is told by a page and with status 200
    if (docs.length === 0 || docs.length < refs.length)
      return reply.type('text/html').send('<html>Помилка друку</html>');
    return reply.type('application/pdf').send(pdf(docs.map((doc) => doc.number)));
  });
}
