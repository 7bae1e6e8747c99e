import { type PluralForms, plural } from './plural';

const HUNDREDS = [
  '',
  'сто',
  'двісті',
  'триста',
  'чотириста',
  'п’ятсот',
  'шістсот',
  'сімсот',
  'вісімсот',
  'дев’ятсот',
] as const;
const TENS = [
  '',
  '',
  'двадцять',
  'тридцять',
  'сорок',
  'п’ятдесят',
  'шістдесят',
  'сімдесят',
  'вісімдесят',
  'дев’яносто',
] as const;
const UP_TO_NINETEEN = [
  '',
  'один',
  'два',
  'три',
  'чотири',
  'п’ять',
  'шість',
  'сім',
  'вісім',
  'дев’ять',
  'десять',
  'одинадцять',
  'дванадцять',
  'тринадцять',
  'чотирнадцять',
  'п’ятнадцять',
  'шістнадцять',
  'сімнадцять',
  'вісімнадцять',
  'дев’ятнадцять',
] as const;

interface Scale extends PluralForms {
  readonly feminine: boolean;
}

const HRYVNIA: Scale = { one: 'гривня', few: 'гривні', many: 'гривень', feminine: true };
const KOPECK: PluralForms = { one: 'копійка', few: 'копійки', many: 'копійок' };
/** Thousands and up; the index is the power of a thousand less one. */
const SCALES: readonly Scale[] = [
  { one: 'тисяча', few: 'тисячі', many: 'тисяч', feminine: true },
  { one: 'мільйон', few: 'мільйони', many: 'мільйонів', feminine: false },
  { one: 'мільярд', few: 'мільярди', many: 'мільярдів', feminine: false },
  { one: 'трильйон', few: 'трильйони', many: 'трильйонів', feminine: false },
];

/** 0–999 in words; feminine changes only one and two. */
function below1000(n: number, feminine: boolean): string[] {
  const words: string[] = [];
  const rest = n % 100;
  const small = rest < 20 ? rest : rest % 10;
  if (n >= 100) words.push(HUNDREDS[Math.floor(n / 100)] ?? '');
  if (rest >= 20) words.push(TENS[Math.floor(rest / 10)] ?? '');
  if (small === 1 && feminine) words.push('одна');
  else if (small === 2 && feminine) words.push('дві');
  else if (small > 0) words.push(UP_TO_NINETEEN[small] ?? '');
  return words;
}

/**
 * A sum in Ukrainian words, as trade documents print it: `Дві тисячі сто одинадцять гривень 12 копійок`.
 * `kopecks` is a whole number from 0 up to the safe integers (some 90 trillion hryvnias); else a RangeError.
 */
export function sumInWords(kopecks: number): string {
  if (!Number.isSafeInteger(kopecks) || kopecks < 0) throw new RangeError(`Not a sum in kopecks: ${kopecks}`);
  const hryvnias = Math.floor(kopecks / 100);
  const words: string[] = [];
  for (let power = SCALES.length; power >= 1; power -= 1) {
    const group = Math.floor(hryvnias / 1000 ** power) % 1000;
    const scale = SCALES[power - 1];
    if (group > 0 && scale) words.push(...below1000(group, scale.feminine), plural('uk', group, scale));
  }
  words.push(...below1000(hryvnias % 1000, HRYVNIA.feminine));
  if (hryvnias === 0) words.push('нуль');
  words.push(plural('uk', hryvnias, HRYVNIA));
  const rest = kopecks % 100;
  const text = `${words.join(' ')} ${String(rest).padStart(2, '0')} ${plural('uk', rest, KOPECK)}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
