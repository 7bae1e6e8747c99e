/**
 * Fields of a form: label above, hint under, error under after blur. Each takes `{...form.field('name')}`:
 *
 *   <TextField {...form.field('title')} label={t.title} hint={t.titleHint} required />
 *   <MoneyField {...form.field('price')} label={t.price} />        kopecks
 *   <SelectField {...form.field('category')} label={…} options={CATEGORIES} />
 *
 * Values are those of the contract: kopecks, hundredths of a percent, grams, `YYYY-MM-DD`.
 */
import {
  Autocomplete,
  Checkbox,
  Input,
  MultiSelect,
  PasswordInput,
  Radio,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { useLocale } from '../text';
import { DayInput } from './day';
import { DecimalInput, MoneyInput, PercentInput, PhoneInput, QuantityInput } from './inputs';
import type { FieldBinding } from './useEntityForm';

export interface FieldProps extends FieldBinding {
  label: ReactNode;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** What the server says against the value while it is typed; the form's own complaints come first. */
  refused?: string;
}

export type Option = string | { value: string; label: string; disabled?: boolean };

/** What an input of one's own needs to be a field of a form. */
export function useBound({ name, control, label, hint, required, disabled, refused }: FieldProps) {
  const { field, fieldState } = useController({ name, control });
  return {
    value: field.value as unknown,
    onChange: field.onChange as (value: unknown) => void,
    common: {
      name: field.name,
      ref: field.ref,
      onBlur: field.onBlur,
      label,
      description: hint,
      error: fieldState.error?.message ?? refused,
      withAsterisk: required ?? false,
      'aria-required': required || undefined,
      disabled: disabled ?? false,
    },
  };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : value == null ? '' : String(value));
const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const asList = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

interface TextFieldProps extends FieldProps {
  type?: 'text' | 'email' | 'url' | 'search';
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  maxLength?: number;
  rightSection?: ReactNode;
}

export function TextField({
  type,
  placeholder,
  autoComplete,
  autoFocus,
  maxLength,
  rightSection,
  ...props
}: TextFieldProps) {
  const { value, onChange, common } = useBound(props);
  return (
    <TextInput
      {...common}
      {...{ type, placeholder, autoComplete, maxLength, rightSection }}
      {...(autoFocus ? { 'data-autofocus': true, autoFocus: true } : {})}
      value={asText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function PasswordField({
  autoComplete,
  autoFocus,
  ...props
}: FieldProps & { autoComplete?: string; autoFocus?: boolean }) {
  const { value, onChange, common } = useBound(props);
  const { locale } = useLocale();
  return (
    <PasswordInput
      {...common}
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      value={asText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{
        'aria-label': locale === 'ua' ? 'Показати пароль' : 'Show the password',
        tabIndex: 0,
      }}
    />
  );
}

export function TextareaField({
  rows = 3,
  maxLength,
  placeholder,
  ...props
}: FieldProps & { rows?: number; maxLength?: number; placeholder?: string }) {
  const { value, onChange, common } = useBound(props);
  return (
    <Textarea
      {...common}
      {...{ maxLength, placeholder }}
      autosize
      minRows={rows}
      maxRows={16}
      value={asText(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function MoneyField(props: FieldProps) {
  const { value, onChange, common } = useBound(props);
  return <MoneyInput {...common} value={asNumber(value)} onChange={(next) => onChange(next ?? '')} />;
}

export function PercentField(props: FieldProps) {
  const { value, onChange, common } = useBound(props);
  return <PercentInput {...common} value={asNumber(value)} onChange={(next) => onChange(next ?? '')} />;
}

export function DecimalField(props: FieldProps) {
  const { value, onChange, common } = useBound(props);
  return <DecimalInput {...common} value={asNumber(value)} onChange={(next) => onChange(next ?? '')} />;
}

interface QuantityFieldProps extends FieldProps {
  min?: number;
  max?: number;
  /** `г`, `шт` */
  unit?: string;
}

export function QuantityField({ min, max, unit, ...props }: QuantityFieldProps) {
  const { value, onChange, common } = useBound(props);
  return (
    <QuantityInput
      {...common}
      {...{ min, max, unit }}
      value={asNumber(value)}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

export function PhoneField(props: FieldProps) {
  const { value, onChange, common } = useBound(props);
  return <PhoneInput {...common} value={asText(value)} onChange={onChange} />;
}

interface ChoiceProps extends FieldProps {
  options: readonly Option[];
  placeholder?: string;
  searchable?: boolean;
}

export function SelectField({ options, placeholder, searchable, required, ...props }: ChoiceProps) {
  const { value, onChange, common } = useBound({ ...props, ...(required ? { required } : {}) });
  return (
    <Select
      {...common}
      {...{ placeholder }}
      data={[...options]}
      searchable={searchable ?? options.length > 8}
      clearable={!required}
      allowDeselect={!required}
      value={asText(value) || null}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

/** Several of these; ids or words of the contract. */
export function ChoicesField({ options, placeholder, ...props }: Omit<ChoiceProps, 'searchable'>) {
  const { value, onChange, common } = useBound(props);
  const chosen = asList(value);
  return (
    <MultiSelect
      {...common}
      placeholder={chosen.length === 0 ? placeholder : ''}
      data={[...options]}
      searchable={options.length > 8}
      clearable
      value={chosen}
      onChange={onChange}
    />
  );
}

/** Free words with suggestions: tags of a product. */
export function TagsField({ suggestions, ...props }: FieldProps & { suggestions?: readonly string[] }) {
  const { value, onChange, common } = useBound(props);
  return <TagsInput {...common} data={[...(suggestions ?? [])]} value={asList(value)} onChange={onChange} />;
}

/** One free text with suggestions: a town, a source. */
export function SuggestedField({
  suggestions,
  maxLength,
  ...props
}: FieldProps & { suggestions: readonly string[] | undefined; maxLength: number }) {
  const { value, onChange, common } = useBound(props);
  const data = [...(suggestions ?? [])];
  return <Autocomplete {...common} maxLength={maxLength} data={data} value={asText(value)} onChange={onChange} />;
}

export function RadioField({ options, ...props }: ChoiceProps) {
  const { value, onChange, common } = useBound(props);
  const { name, label, description, error, withAsterisk } = common;
  return (
    <Radio.Group {...{ name, label, description, error, withAsterisk }} value={asText(value)} onChange={onChange}>
      <Stack gap="xs" mt={4}>
        {options.map((option) => {
          const {
            value: key,
            label: text,
            ...rest
          } = typeof option === 'string' ? { value: option, label: option } : option;
          return <Radio key={key} value={key} label={text} disabled={common.disabled} {...rest} />;
        })}
      </Stack>
    </Radio.Group>
  );
}

export function CheckboxField(props: FieldProps) {
  const { value, onChange, common } = useBound(props);
  const { withAsterisk, 'aria-required': _, ...rest } = common;
  return (
    <Checkbox
      {...rest}
      label={
        <>
          {common.label}
          {withAsterisk && (
            <Input.Label component="span" required aria-hidden>
              {' '}
            </Input.Label>
          )}
        </>
      }
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface SwitchFieldProps extends FieldProps {
  /** When somebody presses it; not when the form is filled anew. */
  onSwitch?: (on: boolean) => void;
}

export function SwitchField({ onSwitch, ...props }: SwitchFieldProps) {
  const { value, onChange, common } = useBound(props);
  const { withAsterisk: _, 'aria-required': __, ...rest } = common;
  const press = (on: boolean) => {
    onChange(on);
    onSwitch?.(on);
  };
  return <Switch {...rest} checked={value === true} onChange={(event) => press(event.currentTarget.checked)} />;
}

/** A calendar date in Kyiv, `YYYY-MM-DD`; shown and typed as `dd.mm.yyyy`. */
export function DateField({ min, max, ...props }: FieldProps & { min?: string; max?: string }) {
  const { value, onChange, common } = useBound(props);
  const { locale } = useLocale();
  return (
    <DayInput
      {...common}
      value={asText(value) || null}
      onChange={(next) => onChange(next ?? '')}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      clearable={!common.withAsterisk}
      clearButtonProps={{ 'aria-label': locale === 'ua' ? 'Очистити дату' : 'Clear the date' }}
    />
  );
}
