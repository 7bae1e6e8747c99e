import type { Role } from '@lanka/domain/kit/roles';
import { texts } from '../kit/text';

/** Roles as people read them (reference terms). */
export const roleNames = texts<Record<Role, string>>({
  ua: {
    Owner: 'Власник',
    Administrator: 'Адміністратор',
    Manager: 'Менеджер',
    Producer: 'Начальник виробництва',
    Stockman: 'Логіст',
    Client: 'Дропшипер',
  },
  en: {
    Owner: 'Owner',
    Administrator: 'Administrator',
    Manager: 'Manager',
    Producer: 'Production head',
    Stockman: 'Logistics manager',
    Client: 'Dropshipper',
  },
});

/** The last word of a plan's identifier: `manufacturer-basic-monthly` → `basic`. */
const planNames = texts<Record<string, string>>({
  ua: { basic: 'Базовий', standard: 'Стандарт', premium: 'Преміум', free: 'Безкоштовний', business: 'Бізнес' },
  en: { basic: 'Basic', standard: 'Standard', premium: 'Premium', free: 'Free', business: 'Business' },
});

export function planName(plan: string | null | undefined, locale: 'ua' | 'en'): string | null {
  const kind = plan?.split('-')[1];
  return (kind && planNames[locale][kind]) ?? null;
}
