/**
 * A form over the body schema of a route.
 *
 *   const form = useEntityForm({
 *     schema: updateProduct.body,
 *     initial: product,                                   // picked down to the schema's fields
 *     fromEntity: toForm,                                 // where the form holds it otherwise than the record
 *     version: product.version,                           // for records that may be stale
 *     submit: ({ changed, values, version }) => call(updateProduct, { params, body: changed, if_match: version }),
 *     onSaved: (product) => …,
 *   });
 *   <Form form={form} labels={{ name: t.name }}>
 *     <TextField {...form.field('name')} label={t.name} required />
 *     <FormBar />                                          // or <SubmitButton> for a form that creates
 *   </Form>
 *
 * Errors show after a field loses focus, 100 ms later (specification §5). The server's `details` land on their
 * fields. A stale version opens the comparison of mine and theirs. `guard: false` for forms in dialogs.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Control, type FieldPath, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { z } from 'zod';
import { CallError } from '../http/call';
import { messageOf, notifyError, notifySuccess, plansPageFor } from '../overlay/notify';
import { useLocale } from '../text';
import { type UnderWay, useUnderWay } from './under-way';
import { changedNames, check, currentEntity, fieldErrors, fieldOf, onlyChanged, type Values } from './values';

/** Specification §5: errors display after a 100 ms delay. */
const ERROR_DELAY = 100;

export interface Submission<S extends z.ZodType> {
  /** All fields, parsed. */
  values: z.output<S>;
  /** Only the fields that were changed. */
  changed: Partial<z.output<S>>;
  version: number | undefined;
}

export interface EntityFormOptions<S extends z.ZodType, A> {
  schema: S;
  initial: Partial<z.input<S>> | Readonly<Record<string, unknown>>;
  /** What the form holds of a record: of `initial`, and of what somebody else has saved meanwhile. */
  fromEntity?(entity: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  submit: (submission: Submission<S>) => Promise<A>;
  onSaved?: (answer: A) => void;
  version?: number;
  /** Notification after saving. */
  success?: string;
  guard?: boolean;
}

export interface FieldBinding {
  name: string;
  control: Control<FieldValues>;
}

export interface Conflict {
  mine: Values;
  theirs: Values;
  names: string[];
  version: number | undefined;
}

export interface EntityForm<S extends z.ZodType = z.ZodType> extends FormState {
  field(name: FieldPath<z.input<S> & FieldValues>): FieldBinding;
  /** The current raw values; re-renders on each change. */
  watch(): z.input<S>;
  setValue(name: FieldPath<z.input<S> & FieldValues>, value: unknown): void;
  /** Checks these fields, shows their errors; for steps. */
  checkFields(names: readonly FieldPath<z.input<S> & FieldValues>[]): Promise<boolean>;
}

/** What the frame needs of a form, whatever its schema. */
export interface FormState {
  submit(event?: React.FormEvent): void;
  discard(): void;
  isDirty: boolean;
  isSaving: boolean;
  /** What the server refused, unless its fields say all of it. */
  formError: string | null;
  /** What was refused stands beside the form's fields and has been changed there. */
  clearFormError(): void;
  /** The field that the server refused first, anew with each answer. */
  refused: { readonly name: string } | null;
  /** Where the plan can be changed, when its limit is that error. */
  plansPage: string | null;
  conflict: Conflict | null;
  keepMine(): void;
  takeTheirs(): void;
  cancelConflict(): void;
  guard: boolean;
  /** For the leave guard, read at the moment of leaving. */
  hasUnsaved(): boolean;
  /** Its files that are still being sent: `submit` waits for them. */
  files: UnderWay;
}

/** The initial values, narrowed to what the schema knows: an entity has more fields than its form. */
function startValues(schema: z.ZodType, initial: Values): Values {
  if (!(schema instanceof z.ZodObject)) return { ...initial };
  const known = Object.keys(schema.shape);
  return Object.fromEntries(known.filter((name) => name in initial).map((name) => [name, initial[name] ?? '']));
}

const inShape = (schema: z.ZodType, name: string): boolean => schema instanceof z.ZodObject && name in schema.shape;

/** The version in the answer to a save. */
const versionOf = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'version' in answer && typeof answer.version === 'number'
    ? answer.version
    : undefined;

function resolverOf(schema: z.ZodType, locale: 'ua' | 'en'): Resolver<FieldValues> {
  return (values) => {
    const checked = check(schema, values, locale);
    if (!checked.errors) return { values: checked.values as FieldValues, errors: {} };
    const errors: FieldValues = {};
    for (const [path, message] of Object.entries(checked.errors))
      setAt(errors, path.split('.'), { type: 'zod', message });
    return { values: {}, errors };
  };
}

function setAt(target: FieldValues, path: string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined || head === '') return;
  if (rest.length === 0) target[head] ??= value;
  else {
    target[head] ??= {};
    setAt(target[head] as FieldValues, rest, value);
  }
}

export function useEntityForm<S extends z.ZodType, A>(options: EntityFormOptions<S, A>): EntityForm<S> {
  const { schema, guard = true } = options;
  const { locale } = useLocale();
  const latest = useRef(options);
  latest.current = options;
  const heldOf = useCallback((entity: Values): Values => {
    const { schema: known, fromEntity } = latest.current;
    return startValues(known, fromEntity ? { ...fromEntity(entity) } : entity);
  }, []);
  const [start, setStart] = useState(() => heldOf(options.initial as Values));
  const rhf = useForm<FieldValues>({
    defaultValues: start,
    mode: 'onTouched',
    delayError: ERROR_DELAY,
    resolver: useMemo(() => resolverOf(schema, locale), [schema, locale]),
  });
  const [formError, setFormError] = useState<string | null>(null);
  const [refused, setRefused] = useState<FormState['refused']>(null);
  const [plansPage, setPlansPage] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const version = useRef(options.version);
  const saved = useRef(false);

  const now = rhf.watch();
  const isDirty = changedNames(start, now).length > 0;
  const hasUnsaved = useCallback(() => !saved.current && changedNames(start, rhf.getValues()).length > 0, [start, rhf]);

  // `onSaved` may navigate before React has seen the new start; from the next render on, `start` speaks for itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the start changes
  useEffect(() => {
    saved.current = false;
  }, [start]);

  // A refreshed entity replaces the start as long as nothing was typed; otherwise the version check will tell.
  const incoming = JSON.stringify(heldOf(options.initial as Values));
  const taken = useRef(incoming);
  const current = options.version;
  useEffect(() => {
    if (taken.current === incoming) {
      // what changed is nothing of this form
      if (current !== undefined && current > (version.current ?? current)) version.current = current;
      return;
    }
    if (hasUnsaved()) return;
    taken.current = incoming;
    const next = JSON.parse(incoming) as Values;
    version.current = current;
    setStart(next);
    rhf.reset(next);
  }, [incoming, current, rhf, hasUnsaved]);

  const fail = useCallback(
    (error: unknown) => {
      if (!(error instanceof CallError)) return notifyError(error);
      setPlansPage(plansPageFor(error));
      const theirs = error.code === 'common.stale' ? currentEntity(error.body) : null;
      if (theirs) {
        const mine = rhf.getValues();
        const their = typeof theirs.version === 'number' ? theirs.version : undefined;
        return setConflict({ mine, theirs: heldOf(theirs), names: changedNames(start, mine), version: their });
      }
      const known = (name: string) => name in start || name in rhf.getValues() || inShape(latest.current.schema, name);
      const homeless: string[] = [];
      let first: string | null = null;
      const complaints = Object.entries(fieldErrors(error.details));
      for (const [path, message] of complaints) {
        const name = fieldOf(path, known);
        if (name === null) homeless.push(`${path}: ${message}`);
        else {
          rhf.setError(name, { type: 'server', message }, { shouldFocus: first === null });
          first ??= name;
        }
      }
      setRefused(first === null ? null : { name: first });
      // a rule that was broken is told above too: its field may stand on another step, or nowhere
      const saysAll = error.code === 'common.invalid' && homeless.length === 0 && complaints.length > 0;
      const alsoHomeless = error.code === 'common.invalid' ? homeless : [];
      if (!saysAll) setFormError([messageOf(error), ...alsoHomeless].join('. '));
    },
    [rhf, start, heldOf],
  );

  const send = useCallback(
    async (values: FieldValues) => {
      setFormError(null);
      const raw = rhf.getValues();
      try {
        const answer = await latest.current.submit({
          values: values as z.output<S>,
          changed: onlyChanged(start, raw, values) as Partial<z.output<S>>,
          version: version.current,
        });
        saved.current = true;
        // whoever types on before the list is read again must not conflict with his own save
        version.current = versionOf(answer) ?? version.current;
        setConflict(null);
        setStart(structuredClone(raw));
        rhf.reset(raw);
        if (latest.current.success) notifySuccess(latest.current.success);
        latest.current.onSaved?.(answer);
      } catch (error) {
        fail(error);
      }
    },
    [rhf, start, fail],
  );

  const files = useUnderWay();
  const latestSend = useRef(send);
  latestSend.current = send;
  const submit = (event?: React.FormEvent) => {
    event?.stopPropagation();
    const now = (given?: React.FormEvent) =>
      void rhf.handleSubmit((values) => latestSend.current(values))(given as React.BaseSyntheticEvent | undefined);
    const coming = files.settled();
    if (!coming) return now(event);
    event?.preventDefault();
    if (!files.isAwaited) void coming.then((allCame) => allCame && now());
  };

  const { control } = rhf;
  return {
    field: (name) => ({ name, control }),
    watch: () => now as z.input<S>,
    setValue: (name: string, value: unknown) =>
      rhf.setValue(name, value, { shouldDirty: true, shouldValidate: rhf.formState.isSubmitted }),
    checkFields: (names) => rhf.trigger([...names], { shouldFocus: true }),
    submit,
    discard: () => {
      setFormError(null);
      rhf.reset(start);
    },
    isDirty,
    isSaving: rhf.formState.isSubmitting || files.isAwaited,
    formError,
    clearFormError: () => setFormError(null),
    refused,
    plansPage,
    conflict,
    keepMine: () => {
      version.current = conflict?.version ?? version.current;
      submit();
    },
    takeTheirs: () => {
      if (!conflict) return;
      version.current = conflict.version ?? version.current;
      setStart(conflict.theirs);
      rhf.reset(conflict.theirs);
      setConflict(null);
    },
    cancelConflict: () => setConflict(null),
    guard,
    hasUnsaved,
    files,
  };
}
