import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { qrSvg } from './qr';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });

it('is read by a camera on a dark page, whatever address it holds', () =>
  fc.assert(
    fc.asyncProperty(fc.webUrl({ withQueryParameters: true, size: 'small' }), async (url) => {
      const picture = await sharp(Buffer.from(qrSvg(url)))
        .resize(400)
        .flatten({ background: '#000' })
        .png()
        .toBuffer();
      expect((await readBarcodes(new Uint8Array(picture))).map(({ text }) => text)).toEqual([url]);
    }),
    { numRuns: 20 },
  ));
