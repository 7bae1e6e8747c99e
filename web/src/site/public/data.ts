/** What the pages are told by the HTML they come in: the facts of this deployment and the plans of the product. */
import type { Audience, DropshipperTerms, ManufacturerTerms, Plan } from '@lanka/domain/kit/plans';
import type { PlanPriceNow, SiteOptions } from '@lanka/domain/site/contract';
import { createContext, useContext } from 'react';

export type { Audience, Plan };

export interface Plans {
  manufacturer: Readonly<Record<string, ManufacturerTerms>>;
  dropshipper: Readonly<Record<string, DropshipperTerms>>;
}

export interface SiteData {
  options: SiteOptions;
  plans: Plans;
}

/** With the prices that hold now; the same where none differs. */
export function withPrices(data: SiteData, prices: readonly PlanPriceNow[]): SiteData {
  const manufacturer = { ...data.plans.manufacturer };
  const dropshipper = { ...data.plans.dropshipper };
  for (const { plan, price, old_price, extra_orders, extra_collaborator } of prices) {
    const [made, sold] = [manufacturer[plan], dropshipper[plan]];
    if (made) {
      const pack = { ...made.extra_orders, price: extra_orders ?? made.extra_orders.price };
      manufacturer[plan] = { ...made, price, old_price, extra_orders: pack, extra_collaborator };
    } else if (sold) dropshipper[plan] = { ...sold, price, old_price };
  }
  const plans: Plans = { manufacturer, dropshipper };
  return JSON.stringify(plans) === JSON.stringify(data.plans) ? data : { ...data, plans };
}

export const SiteContext = createContext<SiteData | null>(null);

export function useSite(): SiteData {
  const data = useContext(SiteContext);
  if (!data) throw new Error('The page has no data');
  return data;
}

/** Specification §9: 22 cities; the regional centres, in the order of the alphabet. */
export const REGIONS = {
  ua: 'Вінниця,Дніпро,Житомир,Запоріжжя,Івано-Франківськ,Київ,Кропивницький,Луцьк,Львів,Миколаїв,Одеса,Полтава,Рівне,Суми,Тернопіль,Ужгород,Харків,Херсон,Хмельницький,Черкаси,Чернівці,Чернігів',
  en: 'Vinnytsia,Dnipro,Zhytomyr,Zaporizhzhia,Ivano-Frankivsk,Kyiv,Kropyvnytskyi,Lutsk,Lviv,Mykolaiv,Odesa,Poltava,Rivne,Sumy,Ternopil,Uzhhorod,Kharkiv,Kherson,Khmelnytskyi,Cherkasy,Chernivtsi,Chernihiv',
} as const;

/** `1299_00` → `1 299`; the same in Node and in the browser, which Intl is not. Prices of plans are whole hryvnias. */
export const hryvnias = (kopecks: number): string => grouped(Math.round(kopecks / 100));
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, '\u00a0');

const MEGABYTE = 1024 ** 2;
export const GIGABYTE = 1024 ** 3;
/** `3 ГБ`. The storage of a plan is a whole number of one or the other. */
export const sized = (bytes: number, [mega, giga]: readonly [string, string]): string =>
  bytes < GIGABYTE ? `${grouped(bytes / MEGABYTE)}\u00a0${mega}` : `${grouped(bytes / GIGABYTE)}\u00a0${giga}`;
