import type { Locale } from '@lanka/domain/kit/errors';

/** A letter: paragraphs of plain text and at most one button, so that HTML and text part say the same. */
export interface Letter {
  readonly to: string;
  readonly locale: Locale;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** Why one gets it, for the foot; the design says it in general when the kind does not. */
  readonly why?: string;
  /** The signed address that ends such letters: stands in the foot, and in the head for mail programs. */
  readonly unsubscribe?: string;
}

/** What the foot of a letter says of the deployment that sent it. */
export interface Sender {
  readonly publicUrl: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
}

interface Words {
  readonly brand: string;
  readonly motto: string;
  readonly bareLink: string;
  readonly why: (to: string) => string;
  readonly unsubscribe: string;
}

const WORDS: Readonly<Record<Locale, Words>> = {
  ua: {
    brand: 'Ланка',
    motto: 'Виробники й дропшипери працюють разом',
    bareLink: 'Якщо кнопка не відкривається, скопіюйте цю адресу в браузер:',
    why: (to) => `Цей лист надіслано на ${to}, бо цю адресу вказали в Ланці.`,
    unsubscribe: 'Більше не надсилати таких листів',
  },
  en: {
    brand: 'Lanka',
    motto: 'Manufacturers and dropshippers work together',
    bareLink: 'If the button does not open, copy this address into the browser:',
    why: (to) => `This letter was sent to ${to} because the address was given in Lanka.`,
    unsubscribe: 'Send no more letters like this',
  },
};

/** The accent of the product (web/src/theme.ts, shade 7) and its greys; the dark ones keep 4.5 : 1 too. */
const LIGHT = { ground: '#f4f4f5', card: '#ffffff', text: '#1f1f25', dim: '#63636d', line: '#e8e8ea' } as const;
const DARK = { ground: '#0f0f11', card: '#1d1d21', text: '#e2e2e6', dim: '#a3a3ac', line: '#37373e' } as const;
const ACCENT = '#29737d';
const ACCENT_ON_DARK = '#89bec5';
const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** The product's key for Ukrainian is not a language tag. */
const HTML_LANG = { ua: 'uk', en: 'en' } as const;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Text for between tags; its line breaks stay. */
const asHtml = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

const hostOf = (url: string): string => new URL(url).host;
const reasonOf = ({ why, to, locale }: Letter): string => why ?? WORDS[locale].why(to);

/** What a mail program shows beside the subject: the first paragraph that is more than a greeting. */
function previewOf({ paragraphs }: Letter): string {
  const told = paragraphs.find((text) => text.length > 30) ?? paragraphs[0] ?? '';
  return told.length > 140 ? `${told.slice(0, 139).trimEnd()}…` : told;
}

/** The text part: the same words as the HTML part. A button is its label, a colon and the address. */
export function plainLetter(letter: Letter, sender: Sender): string {
  const { paragraphs, button, locale, unsubscribe } = letter;
  const { brand, unsubscribe: label } = WORDS[locale];
  const foot = [
    // the customary mark of a signature: mail programs set it apart
    '-- ',
    `${brand}, ${sender.publicUrl}`,
    `${sender.contactEmail}, ${sender.contactPhone}`,
    reasonOf(letter),
    ...(unsubscribe ? [`${label}: ${unsubscribe}`] : []),
  ].join('\n');
  return [...paragraphs, ...(button ? [`${button.label}: ${button.url}`] : []), foot].join('\n\n');
}

/**
 * The HTML part: tables and inline styles, which Outlook and Gmail understand, and a style sheet for programs that
 * know dark mode. No pictures and nothing from the network: nothing is blocked, and nobody is told that it was read.
 */
export function htmlLetter(letter: Letter, sender: Sender): string {
  const { locale, subject, paragraphs, button } = letter;
  const words = WORDS[locale];
  const text = paragraphs.map(
    (one) => `<p class="text" style="margin:0 0 16px;color:${LIGHT.text}">${asHtml(one)}</p>`,
  );
  return `<!doctype html>
<html lang="${HTML_LANG[locale]}" dir="ltr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title><style>${BY_SCREEN}</style><style>${IN_OUTLOOK_ON_THE_WEB}</style></head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(previewOf(letter))}${'&#847;&zwnj;&nbsp;'.repeat(40)}</div>
<table class="ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${LIGHT.ground}" style="background:${LIGHT.ground}"><tr><td align="center" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font:16px/1.55 ${FONT}">
<tr><td style="padding:0 8px 16px">${brandMark(words.brand)}</td></tr>
<tr><td class="card" bgcolor="${LIGHT.card}" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:16px;padding:32px;font:16px/1.55 ${FONT};overflow-wrap:anywhere;word-break:break-word">
<h1 class="text" style="margin:0 0 20px;font:600 22px/1.3 ${FONT};color:${LIGHT.text}">${asHtml(subject)}</h1>
${text.join('\n')}
${button ? buttonWithLink(button, words) : ''}</td></tr>
<tr><td class="dim" style="padding:20px 8px 0;font:13px/1.5 ${FONT};color:${LIGHT.dim};overflow-wrap:anywhere">${foot(letter, sender)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`;
}

/** A letter in a tile stands in for the drawn mark: it needs no picture. */
const brandMark = (brand: string): string => `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td width="32" height="32" align="center" valign="middle" bgcolor="${ACCENT}" style="background:${ACCENT};border-radius:8px;color:#ffffff;font:700 18px/32px ${FONT}">${escapeHtml(brand.slice(0, 1))}</td>
<td class="text" style="padding-left:10px;color:${LIGHT.text};font:600 18px/32px ${FONT}">${escapeHtml(brand)}</td></tr></table>`;

/** The cell carries the colour and Outlook's padding, the link the rest: all of it can be pressed. */
function buttonWithLink({ label, url }: NonNullable<Letter['button']>, { bareLink }: Words): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr><td bgcolor="${ACCENT}" style="background:${ACCENT};border-radius:10px;mso-padding-alt:14px 28px"><a href="${href}" style="display:inline-block;padding:14px 28px;color:#ffffff;font:600 16px/1.25 ${FONT};text-decoration:none;border-radius:10px">${escapeHtml(label)}</a></td></tr></table>
<p class="dim" style="margin:0;font:13px/1.5 ${FONT};color:${LIGHT.dim}">${bareLink}<br><a class="link" href="${href}" style="color:${ACCENT};word-break:break-all">${href}</a></p>`;
}

function foot(letter: Letter, { publicUrl, contactEmail, contactPhone }: Sender): string {
  const { brand, motto, unsubscribe } = WORDS[letter.locale];
  const link = (href: string, label: string): string =>
    `<a class="dim" href="${escapeHtml(href)}" style="color:${LIGHT.dim}">${escapeHtml(label)}</a>`;
  const ways = [
    link(publicUrl, hostOf(publicUrl)),
    link(`mailto:${contactEmail}`, contactEmail),
    link(`tel:${contactPhone.replace(/[^+\d]/g, '')}`, contactPhone),
  ].join(' &#183; ');
  return `<p style="margin:0 0 8px"><b>${escapeHtml(brand)}</b>. ${escapeHtml(motto)}<br>${ways}</p><p style="margin:0">${asHtml(reasonOf(letter))}${letter.unsubscribe ? `<br>${link(letter.unsubscribe, unsubscribe)}` : ''}</p>`;
}

const darkRules = (before: string): string =>
  [
    `${before}.ground{background:${DARK.ground} !important}`,
    `${before}.card{background:${DARK.card} !important;border-color:${DARK.line} !important}`,
    `${before}.text{color:${DARK.text} !important}`,
    `${before}.dim{color:${DARK.dim} !important}`,
    `${before}.link{color:${ACCENT_ON_DARK} !important}`,
  ].join('');

const BY_SCREEN = `@media (prefers-color-scheme:dark){${darkRules('')}}@media (max-width:480px){.card{padding:24px 20px !important}}`;
/** How Outlook on the web marks its dark mode. A sheet of its own: Gmail drops a sheet with a selector it does not know. */
const IN_OUTLOOK_ON_THE_WEB = darkRules('[data-ogsc] ');
