import { z } from 'zod';
import { fieldMessage } from '../kit/field-messages';

const V4 = z.ipv4();
const V6 = z.ipv6();
const NETWORK_V4 = z.cidrv4();
const NETWORK_V6 = z.cidrv6();

/** An address or a network (CIDR), of IPv4 or IPv6. */
export const AddressRange = z
  .string()
  .trim()
  .toLowerCase()
  .max(50)
  .refine((value) => [V4, V6, NETWORK_V4, NETWORK_V6].some((one) => one.safeParse(value).success), {
    error: fieldMessage('api_keys.address', {
      ua: 'Адреса або мережа: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32',
      en: 'an address or a network: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32',
    }),
  });
