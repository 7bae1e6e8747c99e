import {
  type CashRegister,
  CreateRegisterBody,
  LicenseKey,
  RegisterPin,
  TimeOfDay,
} from '@lanka/domain/fiscal/contract';
import { z } from 'zod';

const emptied = (value: unknown): unknown => (value === '' ? null : value);
const unsaid = (value: unknown): unknown => (value === '' ? undefined : value);

export const NewForm = CreateRegisterBody.extend({
  counterparty_id: z.preprocess(emptied, CreateRegisterBody.shape.counterparty_id),
});

/** Secrets are never shown: what is not typed stays. */
export const SettingsForm = z.object({
  name: CreateRegisterBody.shape.name,
  counterparty_id: z.preprocess(emptied, CreateRegisterBody.shape.counterparty_id),
  close_at: z.preprocess(emptied, TimeOfDay.nullable()),
  pin: z.preprocess(unsaid, RegisterPin.optional()),
  license_key: z.preprocess(unsaid, LicenseKey.optional()),
});

export const toForm = ({ name, counterparty, close_at }: CashRegister) => ({
  ...{ name, counterparty_id: counterparty?.id ?? '', close_at: close_at ?? '', pin: '', license_key: '' },
});
