import sharp from 'sharp';

/** What a product looks like; each has its own drawing. */
export type Drawing =
  | 'dress'
  | 'shirt'
  | 'trousers'
  | 'hoodie'
  | 'robe'
  | 'bedding'
  | 'towel'
  | 'blanket'
  | 'pillow'
  | 'curtain'
  | 'apron'
  | 'bag'
  | 'shoe'
  | 'boot'
  | 'sandal'
  | 'socks'
  | 'mug'
  | 'candle'
  | 'shelf'
  | 'soap';

/** Soft colours of fabrics by their Ukrainian names, as the demo's products have them. */
const FABRIC: Readonly<Record<string, string>> = {
  чорний: '#3d4147',
  білий: '#f4f1ea',
  молочний: '#efe4d0',
  хакі: '#8a8f6a',
  сірий: '#a3a9b0',
  синій: '#5b7aa6',
  блакитний: '#a9c8de',
  бежевий: '#d8c3a5',
  пудровий: '#e2b8b4',
  червоний: '#c4605c',
  бордовий: '#8d4a57',
  зелений: '#7fa383',
  'м’ятний': '#b4dac9',
  лавандовий: '#b9aed6',
  гірчичний: '#d3a94c',
  коричневий: '#8c6a50',
  рудий: '#b9764a',
};

const darker = (hex: string, by: number): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * by)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Shapes on a field of 400 × 400; `c` is the fabric, `d` its shade, `l` the lines. */
const SHAPES: Readonly<Record<Drawing, (c: string, d: string, l: string) => string>> = {
  dress: (c, d, l) =>
    `<path d="M160 70 L185 90 Q200 104 215 90 L240 70 L268 130 L240 150 L246 190 L300 340 Q200 366 100 340 L154 190 L160 150 L132 130Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M154 190 Q200 206 246 190" fill="none" stroke="${d}" stroke-width="8"/><path d="M180 210 L158 344 M220 210 L242 344" stroke="${d}" stroke-width="4"/>`,
  shirt: (c, d, l) =>
    `<path d="M150 80 L185 96 Q200 116 215 96 L250 80 L320 130 L290 186 L262 168 L262 330 L138 330 L138 168 L110 186 L80 130Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M200 112 L200 330" stroke="${d}" stroke-width="4"/><g fill="${d}"><circle cx="210" cy="160" r="5"/><circle cx="210" cy="210" r="5"/><circle cx="210" cy="260" r="5"/></g>`,
  trousers: (c, d, l) =>
    `<path d="M140 70 L260 70 L284 340 L222 340 L200 170 L178 340 L116 340Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M138 96 L262 96" stroke="${d}" stroke-width="6"/><path d="M200 96 L200 170" stroke="${d}" stroke-width="4"/>`,
  hoodie: (c, d, l) =>
    `<path d="M150 100 Q200 40 250 100 L326 170 L300 320 L268 306 L270 336 L130 336 L132 306 L100 320 L74 170Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M160 104 Q200 150 240 104 Q200 74 160 104Z" fill="${d}"/><path d="M150 250 L250 250 L266 306 L134 306Z" fill="none" stroke="${d}" stroke-width="5"/>`,
  robe: (c, d, l) =>
    `<path d="M160 70 L240 70 L312 150 L288 220 L262 200 L280 346 L120 346 L138 200 L112 220 L88 150Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M160 70 L214 206 L214 346 M240 70 L204 180" fill="none" stroke="${d}" stroke-width="6"/><path d="M134 214 L268 214" stroke="${d}" stroke-width="12"/>`,
  bedding: (c, d, l) =>
    `<rect x="60" y="200" width="280" height="110" rx="18" fill="${c}" stroke="${l}" stroke-width="4"/><path d="M60 236 Q130 214 200 236 T340 236" fill="none" stroke="${d}" stroke-width="6"/><rect x="76" y="130" width="112" height="76" rx="24" fill="${c}" stroke="${l}" stroke-width="4"/><rect x="212" y="130" width="112" height="76" rx="24" fill="${c}" stroke="${l}" stroke-width="4"/><path d="M60 310 V340 M340 310 V340" stroke="${l}" stroke-width="10" stroke-linecap="round"/>`,
  towel: (c, d, l) =>
    `<rect x="110" y="90" width="180" height="60" rx="26" fill="${c}" stroke="${l}" stroke-width="4"/><rect x="96" y="150" width="208" height="70" rx="28" fill="${c}" stroke="${l}" stroke-width="4"/><rect x="82" y="220" width="236" height="84" rx="32" fill="${c}" stroke="${l}" stroke-width="4"/><path d="M100 262 H300 M112 184 H288 M126 120 H274" stroke="${d}" stroke-width="7"/>`,
  blanket: (c, d, l) =>
    `<path d="M70 110 L330 90 L320 300 L84 316Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M78 176 L326 158 M80 244 L322 230 M154 104 L162 310 M242 97 L244 304" stroke="${d}" stroke-width="6"/><path d="M84 316 l-6 22 M124 314 l-4 22 M164 311 l-3 22 M204 309 l0 22 M244 306 l2 22 M284 303 l3 22 M318 301 l5 22" stroke="${l}" stroke-width="5" stroke-linecap="round"/>`,
  pillow: (c, d, l) =>
    `<path d="M84 120 Q200 90 316 120 Q340 200 316 286 Q200 316 84 286 Q60 200 84 120Z" fill="${c}" stroke="${l}" stroke-width="4"/><path d="M112 150 Q200 130 288 150 M112 256 Q200 278 288 256" fill="none" stroke="${d}" stroke-width="6"/>`,
  curtain: (c, d, l) =>
    `<path d="M64 82 H336" stroke="${l}" stroke-width="12" stroke-linecap="round"/><path d="M84 88 H188 Q180 230 100 336 H84Z M316 88 H212 Q220 230 300 336 H316Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M112 92 Q112 220 94 320 M144 92 Q142 200 108 300 M288 92 Q288 220 306 320 M256 92 Q258 200 292 300" fill="none" stroke="${d}" stroke-width="5"/>`,
  apron: (c, d, l) =>
    `<path d="M156 150 Q156 70 200 70 Q244 70 244 150" fill="none" stroke="${l}" stroke-width="7"/><path d="M150 140 H250 L262 206 H306 L290 340 H110 L94 206 H138Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M150 240 H250 V296 H150Z" fill="none" stroke="${d}" stroke-width="6"/>`,
  bag: (c, d, l) =>
    `<path d="M146 160 Q146 84 200 84 Q254 84 254 160" fill="none" stroke="${l}" stroke-width="10"/><path d="M92 156 H308 L324 332 H76Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M92 208 H308" stroke="${d}" stroke-width="6"/><circle cx="200" cy="256" r="30" fill="none" stroke="${d}" stroke-width="6"/>`,
  shoe: (c, d, l) =>
    `<path d="M70 190 Q110 214 150 176 L250 236 Q320 246 332 286 H70Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M62 286 H338 V306 H62Z" fill="#f7f5f1" stroke="${l}" stroke-width="4"/><path d="M160 196 L184 178 M184 212 L208 194 M208 226 L232 208" stroke="${d}" stroke-width="8" stroke-linecap="round"/>`,
  boot: (c, d, l) =>
    `<path d="M112 80 H212 L216 210 Q318 226 326 296 H112Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M104 296 H332 V320 H104Z" fill="${d}" stroke="${l}" stroke-width="4"/><path d="M112 112 H212 M170 150 H214 M170 178 H215 M170 206 H216" stroke="${d}" stroke-width="7"/>`,
  sandal: (c, d, l) =>
    `<path d="M62 270 Q140 244 200 262 T338 268 L334 300 H66Z" fill="#e9dcc6" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M96 262 Q112 170 170 256 M190 258 Q236 150 300 262" fill="none" stroke="${c}" stroke-width="24" stroke-linecap="round"/><path d="M74 300 H328" stroke="${d}" stroke-width="10" stroke-linecap="round"/>`,
  mug: (c, d, l) =>
    `<path d="M286 160 Q356 160 350 224 Q344 282 270 276" fill="none" stroke="${l}" stroke-width="18"/><path d="M98 120 H296 Q298 260 264 330 H130 Q96 260 98 120Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><ellipse cx="197" cy="120" rx="99" ry="20" fill="${d}" stroke="${l}" stroke-width="4"/><path d="M104 200 Q150 176 197 200 T290 200" fill="none" stroke="${d}" stroke-width="9"/>`,
  candle: (c, d, l) =>
    `<path d="M200 76 Q228 112 200 140 Q172 112 200 76Z" fill="#e9a23b"/><path d="M200 132 V176" stroke="${l}" stroke-width="6" stroke-linecap="round"/><path d="M112 176 H288 L280 330 Q200 346 120 330Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><ellipse cx="200" cy="176" rx="88" ry="18" fill="${d}" stroke="${l}" stroke-width="4"/><rect x="146" y="226" width="108" height="64" rx="8" fill="#f7f5f1" stroke="${d}" stroke-width="4"/><path d="M166 250 H234 M178 268 H222" stroke="${d}" stroke-width="6" stroke-linecap="round"/>`,
  shelf: (c, d, l) =>
    `<path d="M84 80 V336 M316 80 V336" stroke="${l}" stroke-width="14" stroke-linecap="round"/><g fill="${c}" stroke="${l}" stroke-width="4"><rect x="70" y="112" width="260" height="26" rx="4"/><rect x="70" y="200" width="260" height="26" rx="4"/><rect x="70" y="288" width="260" height="26" rx="4"/></g><path d="M88 125 H240 M120 213 H312 M88 301 H210" stroke="${d}" stroke-width="4"/><path d="M120 112 V74 H142 V112 M148 112 V84 H166 V112 M250 200 q-6 -44 22 -44 t22 44Z" fill="${d}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/>`,
  soap: (c, d, l) =>
    `<rect x="96" y="176" width="208" height="124" rx="40" fill="${c}" stroke="${l}" stroke-width="4"/><rect x="128" y="204" width="144" height="68" rx="24" fill="none" stroke="${d}" stroke-width="6"/><g fill="#ffffffb0" stroke="${d}" stroke-width="4"><circle cx="142" cy="140" r="22"/><circle cx="190" cy="112" r="30"/><circle cx="244" cy="142" r="18"/><circle cx="278" cy="110" r="12"/></g>`,
  socks: (c, d, l) =>
    `<path d="M110 80 H176 V220 Q178 236 196 250 L230 280 Q220 326 176 310 L120 262 Q108 250 110 230Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M214 80 H280 V220 Q282 236 300 250 L330 276 Q322 322 282 308 L226 262 Q212 250 214 230Z" fill="${c}" stroke="${l}" stroke-width="4" stroke-linejoin="round"/><path d="M110 112 H176 M214 112 H280" stroke="${d}" stroke-width="12"/>`,
};

const BACKGROUNDS = ['#f3efe8', '#e9f0ee', '#eef0f5', '#f5edee', '#f0f2e9'] as const;

/**
 * A picture of 480 × 480 pixels, PNG, some 17 KB. The same arguments draw the same picture. Of flat colours, so that PNG
 * is sharper than JPEG, and made and kept in a third of the time.
 */
export async function draw(drawing: Drawing, colour: string, nth: number): Promise<Buffer> {
  const fabric = FABRIC[colour] ?? '#c9bfae';
  const background = BACKGROUNDS[nth % BACKGROUNDS.length];
  const shape = SHAPES[drawing](fabric, darker(fabric, 0.86), darker(fabric, 0.62));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 400 400">
    <rect width="400" height="400" fill="${background}"/><ellipse cx="200" cy="348" rx="130" ry="14" fill="#00000014"/>${shape}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 3 }).toBuffer();
}
