import { z } from 'zod';

/** Ukrainian numbers as people type them, to `380XXXXXXXXX`; null when it is not one (reference: identifiers, Phone). */
function normalise(input: string): string | null {
  const typed = input.trim();
  if (!/^\+?[\d\s\u00a0\u202f().\-–]+$/.test(typed)) return null;
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith('+')) return /^380\d{9}$/.test(digits) ? digits : null;
  const match = /^(?:00380|380|80|0)(\d{9})$/.exec(digits);
  return match ? `380${match[1]}` : null;
}

function whyNot(input: string): string {
  const typed = input.trim();
  if (typed === '') return 'required';
  if (!/^\+?[\d\s\u00a0\u202f().\-–]+$/.test(typed)) return 'phone.format';
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith('+')) return /^(3|38|380\d*)$/.test(digits) ? 'phone.format' : 'phone.country';
  if (/^[1-9]\d{8}$/.test(digits)) return 'phone.nine_digits';
  return /^(00380|380|80|0(?!0))/.test(digits) || digits.length < 10 ? 'phone.format' : 'phone.country';
}

/**
 * A phone number. Accepts `+380 (67) 123-45-67`, `380671234567`, `80671234567`, `0671234567`; gives `380671234567`
 * (what delivery and fiscal services want). Mobile codes are not checked: their list grows.
 */
export const Phone = z
  .string()
  .max(40)
  .overwrite((value) => normalise(value) ?? value)
  .check((context) => {
    if (!/^380\d{9}$/.test(context.value)) {
      context.issues.push({ code: 'custom', message: whyNot(context.value), input: context.value });
    }
  });

/** `380671234567` → `+380 67 123 45 67`; anything else is returned as it is. */
export function formatPhone(phone: string): string {
  const match = /^(380)(\d{2})(\d{3})(\d{2})(\d{2})$/.exec(phone);
  return match ? `+${match.slice(1).join(' ')}` : phone;
}
