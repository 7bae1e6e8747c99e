import { DROPSHIPPER_PLANS, MANUFACTURER_PLANS } from '@lanka/domain/kit/plans';
import type { Plans } from './data';

/** Read while the pages are rendered; the browser gets them as data and loads no schema for it. */
export const plans: Plans = { manufacturer: MANUFACTURER_PLANS, dropshipper: DROPSHIPPER_PLANS };
