/** Pictures of telephones and what banks give; by the name, as the bytes are not looked into. */
export const RECEIPT_TYPES = ['.pdf', '.jpg', '.jpeg', '.png', '.webp', '.heic', '.heif', '.gif'] as const;
export const isReceipt = (name: string): boolean => RECEIPT_TYPES.some((end) => name.toLowerCase().endsWith(end));
