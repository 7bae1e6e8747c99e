import { formatMoney, PRICE_STEPS } from '@lanka/domain/kit/money';

/** To what computed prices may be rounded, to choose one. */
export const priceSteps = PRICE_STEPS.map((step) => ({ value: String(step), label: formatMoney(step) }));
