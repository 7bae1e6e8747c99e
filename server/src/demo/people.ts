import { makeIban } from '@lanka/domain/kit/iban';
import { isEdrpou, isRnokpp } from '@lanka/domain/kit/tax_code';
import type { LEVELS } from './prices';

/** A made-up code with the right check digit: such a code passes where a real one does, and belongs to nobody known. */
function withCheckDigit(body: string, isRight: (code: string) => boolean): string {
  const found = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(isRight);
  if (!found) throw new Error(`no check digit fits ${body}`);
  return found;
}

export const COMPANY_CODE = withCheckDigit('4900012', isEdrpou);
export const SHOEMAKER_CODE = withCheckDigit('320015571', isRnokpp);
export const DROPSHIPPER_CODE = withCheckDigit('345010882', isRnokpp);

export const COMPANY_IBAN = makeIban('305299', '26001000004417');
export const COMPANY_SECOND_IBAN = makeIban('322001', '26007000009981');
export const SHOEMAKER_IBAN = makeIban('305299', '26004000007732');
export const DROPSHIPPER_IBAN = makeIban('322001', '26003000001265');

export interface Partner {
  readonly key: string;
  readonly name: string;
  readonly legal_name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** Hundredths of a percent. */
  readonly discount: number;
  readonly comment: string;
  /** How it pays, where that was agreed: days, and how much it may owe in kopecks. */
  readonly payment_days?: number;
  readonly credit_limit?: number;
  /** The name of its price level; others buy by the price itself. */
  readonly level?: (typeof LEVELS)[number];
}

export const PARTNERS: readonly Partner[] = [
  {
    key: 'dropshipper',
    name: 'Оксана Шевчук',
    legal_name: 'ФОП Шевчук Оксана Ігорівна',
    email: null,
    phone: '0670001122',
    discount: 500,
    payment_days: 3,
    credit_limit: 5_000_000,
    comment: 'Продає в Instagram та на маркетплейсі',
    level: 'VIP',
  },
  {
    key: 'shop',
    name: 'Магазин',
    legal_name: '',
    email: null,
    phone: null,
    discount: 0,
    comment: 'Власна роздрібна точка',
  },
  {
    key: 'wholesale',
    name: 'Домашній затишок',
    legal_name: 'ТОВ «Домашній затишок плюс»',
    email: 'zakupivli@demo.lanka.test',
    phone: '0500003344',
    discount: 300,
    credit_limit: 0,
    level: 'Опт',
    comment: 'Опт від 20 000 грн, передоплата',
  },
  {
    key: 'hotel',
    name: 'Готель «Лілея»',
    legal_name: 'ФОП Бондаренко Ірина Василівна',
    email: null,
    phone: '0630005566',
    discount: 700,
    payment_days: 14,
    credit_limit: 3_000_000,
    comment: 'Рушники та халати щокварталу',
  },
  {
    key: 'market',
    name: 'Ринок, місце 214',
    legal_name: 'ФОП Гончар Микола Петрович',
    email: null,
    phone: '0960007788',
    discount: 300,
    comment: '',
  },
  {
    key: 'invited',
    name: 'Бутик «Мальва»',
    legal_name: 'ФОП Мальчук Вікторія Олегівна',
    email: null,
    phone: '0730009900',
    discount: 400,
    comment: 'Познайомилися на виставці',
  },
  {
    key: 'mill',
    name: 'Льонофабрика «Полісся»',
    legal_name: 'ТОВ «Льонофабрика Полісся»',
    email: 'lon@demo.lanka.test',
    phone: '0670002211',
    discount: 0,
    comment: 'Тканина та готові вироби, оплата до 14 днів',
  },
  {
    key: 'sewing',
    name: 'Швейний цех на Подолі',
    legal_name: 'ФОП Яремчук Галина Петрівна',
    email: null,
    phone: '0500003322',
    discount: 0,
    comment: 'Пошиття партіями',
  },
];

/** Customers of the demo: made-up people with numbers that nobody has. */
export const CUSTOMERS: readonly (readonly [name: string, phone: string, address: string])[] = [
  ['Іваненко Ірина', '0670010001', 'Львів, відділення 12'],
  ['Петренко Андрій', '0500010002', 'Київ, поштомат 4410'],
  ['Савчук Марія', '0630010003', 'Вінниця, відділення 7'],
  ['Кравець Олег', '0960010004', 'Полтава, відділення 3'],
  ['Ткачук Наталія', '0730010005', 'Луцьк, відділення 2'],
  ['Романюк Юлія', '0980010006', 'Івано-Франківськ, поштомат 1187'],
  ['Литвин Богдан', '0660010007', 'Черкаси, відділення 15'],
  ['Мороз Світлана', '0990010008', 'Одеса, відділення 41'],
  ['Поліщук Дмитро', '0680010009', 'Рівне, відділення 5'],
  ['Гнатюк Оля', '0930010010', 'Тернопіль, поштомат 902'],
  ['Бойко Христина', '0950010011', 'Чернівці, відділення 9'],
  ['Коваль Максим', '0970010012', 'Дніпро, відділення 28'],
];
