import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { z } from 'zod';
import { useLocale, useText } from '../../kit/text';
import { dialogText } from './dialog-text';

type Words = (typeof dialogText)['ua'];
export type Errors = Readonly<Record<string, string>>;

/** What the contract's codes mean to the visitor (specification §5, Contact check). */
function wordsFor(t: Words, field: string, code: string, value: unknown): string {
  if (value === undefined || value === '' || code === 'required') return t.required;
  if (field === 'email_phone') return t.wrongEmailPhone;
  if (field === 'email') return t.wrongEmail;
  return field === 'phone_number' ? t.wrongPhone : t.wrong;
}

/** Errors by field, or nothing when the schema takes it. */
export function check(schema: z.ZodType, values: Record<string, unknown>, t: Words): Errors | null {
  const result = schema.safeParse(values);
  if (result.success) return null;
  return Object.fromEntries(
    result.error.issues
      .map((issue) => ({ field: String(issue.path.at(-1) ?? ''), code: issue.message }))
      .map(({ field, code }) => [field, wordsFor(t, field, code, values[field])]),
  );
}

interface FormProps {
  /** Answers errors by field instead of sending; rejects when sending failed. */
  submit: (values: Record<string, string>) => Promise<Errors | null>;
  children: (errors: Errors) => ReactNode;
}

/** Named fields are read when the form is sent; empty ones are left out. The first wrong one gets the focus. */
export function Form({ submit, children }: FormProps) {
  const t = useText(dialogText);
  const [errors, setErrors] = useState<Errors>({});
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string' && value.trim() !== '') values[name] = value;
    }
    const found = await submit(values).finally(() => setSending(false));
    setErrors(found ?? {});
    if (found) focusFirst(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [], found);
  };
  return (
    <form ref={form} noValidate className="form" onSubmit={send}>
      {children(errors)}
      <Trap />
      <button type="submit" className="button" disabled={sending}>
        {sending ? t.sending : t.send}
      </button>
    </form>
  );
}

function focusFirst(fields: Iterable<HTMLElement>, errors: Errors): void {
  for (const field of fields) {
    if (!((field.getAttribute('name') ?? '') in errors)) continue;
    field.focus();
    return;
  }
}

/** People neither see nor reach this field; programs that fill in everything do. */
function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Nickname
        <input name="nickname" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  errors: Errors;
  optional?: boolean;
  kind?: 'text' | 'email' | 'tel' | 'area';
  autoComplete?: string;
}

export function Field({ name, label, errors, optional = false, kind = 'text', autoComplete }: FieldProps) {
  const t = useText(dialogText);
  const id = useId();
  const error = errors[name];
  const common = {
    id,
    name,
    autoComplete,
    required: !optional,
    'aria-invalid': error !== undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional">{` (${t.optional})`}</span>}
      </label>
      {kind === 'area' ? <textarea {...common} rows={2} /> : <input {...common} type={kind} />}
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  optional?: boolean;
  chosen?: string | undefined;
  onChoose?: (value: string) => void;
}

export function Choice({ name, label, options, optional = false, chosen, onChoose }: ChoiceProps) {
  const t = useText(dialogText);
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional">{` (${t.optional})`}</span>}
      </label>
      <select id={id} name={name} defaultValue={chosen} onChange={(event) => onChoose?.(event.currentTarget.value)}>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

export function ConsentBox({ errors }: { errors: Errors }) {
  const t = useText(dialogText);
  const { locale } = useLocale();
  const id = useId();
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          name="consent"
          value="yes"
          required
          aria-invalid={errors.consent !== undefined}
          aria-describedby={errors.consent ? `${id}-error` : undefined}
        />
        <span>
          {`${t.consent}. `}
          <a href={`/policies/privacy-${locale}.pdf`} target="_blank" rel="noreferrer">
            {t.policy}
          </a>
        </span>
      </label>
      {errors.consent && (
        <span className="field-error" id={`${id}-error`}>
          {errors.consent}
        </span>
      )}
    </div>
  );
}
