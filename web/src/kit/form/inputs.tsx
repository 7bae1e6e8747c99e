/**
 * Inputs that speak the contract's units and read what people type. Inside a form use the fields of `form/fields`.
 * `null` is «nothing typed»; text that is no number gives NaN, which every schema refuses.
 */

import { formatAmount, parseAmount } from '@lanka/domain/kit/money';
import { formatPhone, Phone } from '@lanka/domain/kit/phone';
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../text';
import { words } from '../words';

type Base = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'defaultValue'>;

export interface NumericInputProps extends Base {
  value: number | null;
  onChange: (value: number | null) => void;
}

/** What was typed → the number: null for nothing, NaN for what is no number. */
export function readNumber(text: string, parse: (text: string) => number | null): number | null {
  return text.trim() === '' ? null : (parse(text) ?? Number.NaN);
}

export const parseCount = (text: string): number | null => {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '');
  return /^-?\d{1,12}$/.test(plain) ? Number(plain) : null;
};

/** `12,5` → 1250 hundredths; two decimals at most, as with money. */
export const parsePercent = (text: string): number | null => parseAmount(text.replace('%', ''));

const showPercent = (part: number): string => (part / 100).toString().replace('.', ',');
const showCount = (count: number): string => String(count);

interface TypedProps extends NumericInputProps {
  parse: (text: string) => number | null;
  show: (value: number) => string;
  unit?: string | undefined;
}

/** Keeps the text as typed while it is typed, and tidies it on blur. */
function TypedNumber({ value, onChange, parse, show, unit, onBlur, ...rest }: TypedProps) {
  const [text, setText] = useState(() => (value === null ? '' : show(value)));
  const last = useRef(value);
  useEffect(() => {
    // A value from outside (a reset, a suggestion) replaces the text; our own echo does not.
    if (Object.is(value, last.current)) return;
    if (Number.isNaN(last.current) && value === null) return;
    last.current = value;
    setText(value === null || Number.isNaN(value) ? '' : show(value));
  }, [value, show]);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      classNames={{ input: 'numeric-input' }}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        last.current = readNumber(event.currentTarget.value, parse);
        onChange(last.current);
      }}
      onBlur={(event) => {
        const read = readNumber(text, parse);
        if (read !== null && !Number.isNaN(read)) setText(show(read));
        onBlur?.(event);
      }}
      {...(unit
        ? {
            rightSection: (
              <Text component="span" c="dimmed" size="sm" aria-hidden>
                {unit}
              </Text>
            ),
          }
        : {})}
    />
  );
}

/** Kopecks. Accepts `1 234,5`, `1234.50`, `799`. */
export function MoneyInput(props: NumericInputProps) {
  return <TypedNumber {...props} parse={parseAmount} show={formatAmount} unit="₴" />;
}

/** Hundredths of a percent. */
export function PercentInput(props: NumericInputProps) {
  return <TypedNumber {...props} parse={parsePercent} show={showPercent} unit="%" />;
}

/** `12,5` or `-0.75`; six decimals at most. */
export const parseDecimal = (text: string): number | null => {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
};
const showDecimal = (value: number): string => String(value).replace('.', ',');

/** Any number, with a comma or a point. */
export function DecimalInput(props: NumericInputProps) {
  return <TypedNumber {...props} parse={parseDecimal} show={showDecimal} />;
}

export interface QuantityInputProps extends NumericInputProps {
  min?: number | undefined;
  max?: number | undefined;
  unit?: string | undefined;
  /** Enter goes on to what is typed next, instead of submitting the form around. */
  onEnter?: () => void;
}

/** A whole number; the up and down arrows change it by one. */
export function QuantityInput({ min = 0, max, unit, onEnter, ...props }: QuantityInputProps) {
  const step = (by: number) => {
    const next = (Number.isFinite(props.value) ? (props.value ?? 0) : 0) + by;
    if (next >= min && (max === undefined || next <= max)) props.onChange(next);
  };
  return (
    <TypedNumber
      {...props}
      inputMode="numeric"
      parse={parseCount}
      show={showCount}
      unit={unit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && onEnter) {
          event.preventDefault();
          onEnter();
        }
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        step(event.key === 'ArrowUp' ? 1 : -1);
      }}
    />
  );
}

export interface PhoneInputProps extends Base {
  value: string;
  onChange: (value: string) => void;
}

/** A Ukrainian number in any spelling; on blur it is shown as `+380 67 123 45 67`. */
export function PhoneInput({ value, onChange, onBlur, description, ...rest }: PhoneInputProps) {
  const t = useText(words);
  return (
    <TextInput
      type="tel"
      autoComplete="tel"
      {...rest}
      description={description ?? t.phoneHint}
      value={formatPhone(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        const read = Phone.safeParse(value);
        if (read.success && read.data !== value) onChange(read.data);
        onBlur?.(event);
      }}
    />
  );
}
