import { z } from 'zod';

interface Both {
  ua: string;
  en: string;
}

/** A variable of the environment. The README's table and the texts of errors come from here. */
export interface Setting {
  /** What holds when the variable is not set; empty when nothing does. */
  default: string;
  /** What the variable may be. Also the text of the error. */
  allowed: Both;
  /** What it is for. */
  about: Both;
  /** Checks the variable and makes its value of it. */
  type: z.ZodType;
}

export type Settings = Readonly<Record<string, Setting>>;

export const onOff: Both = { ua: 'on або off', en: 'on or off' };
export const flag = z.enum(['on', 'off']).transform((value) => value === 'on');
export const required = z.string().min(1);
export const urlOf = (protocol: RegExp) => z.url({ protocol });
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max));
