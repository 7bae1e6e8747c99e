/**
 * A field that finds by typing, where the server searches: a product for an order, a counterparty. It takes a hand
 * scanner's codes and, with `scan`, the camera's.
 *
 *   <Finder label={t.find} find={(q, signal) => …} keyOf={(one) => one.id} nameOf={(one) => one.name}
 *           codesOf={(one) => [one.sku, one.barcode]} onPick={(one) => add(one)} />
 *
 * Enter takes what was typed, never what was found before it: pressed early, it waits for the answer, and then takes
 * the one with exactly this code, or the only one; several are shown to choose from.
 */
import './finder.css';
import { codeInLink } from '@lanka/domain/kit/barcode';
import { Combobox, type ComboboxStore, Loader, TextInput, type TextInputProps, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, type ReactNode, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import { notifyError } from '../overlay/notify';
import { useText } from '../text';
import { words } from '../words';

// with its window it weighs more than the field, and most fields have none
const ScanButton = lazy(async () => ({ default: (await import('./scan')).ScanButton }));

interface FinderProps<T> extends Pick<TextInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'className'> {
  /** Asks the server; an empty text asks for what to offer first. */
  find: (q: string, signal?: AbortSignal) => Promise<readonly T[]>;
  keyOf: (one: T) => string;
  nameOf: (one: T) => string;
  /** Codes that name it alone: what is typed or scanned whole and equal to one of them needs no choice. */
  codesOf?: (one: T) => readonly (string | null)[];
  isDisabled?: (one: T) => boolean;
  /** How it reads in the list; its name by default. */
  render?: (one: T) => ReactNode;
  /** `byCode`: typed or scanned whole, so that the next code is likely to follow. */
  onPick: (one: T, byCode: boolean) => void;
  /** Enter found nothing for this text. */
  onMissed?: (text: string) => void;
  /** The name of what is chosen, for a field that keeps its choice. */
  chosen?: string | undefined;
  onClear?: () => void;
  onBlur?: () => void;
  scan?: boolean;
  required?: boolean;
  'aria-label'?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** The server is asked so long after the last letter. */
const TYPING_PAUSE = 200;

interface Found<T> {
  /** For which text. */
  q: string;
  items: readonly T[];
}

export function Finder<T>(props: FinderProps<T>) {
  const { find, keyOf, nameOf, codesOf, isDisabled, render, onPick, onMissed, chosen, onClear, onBlur } = props;
  const { scan, required, inputRef, 'aria-label': ariaLabel, ...field } = props;
  const t = useText(words);
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<Found<T> | null>(null);
  /** Presses of Enter that wait for their answers: codes may be scanned faster than they are found. */
  const [waiting, setWaiting] = useState(0);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  // a QR of a label is an address with the code in it
  const q = codeInLink(typed ?? '');
  const latest = useRef(q);
  latest.current = q;
  /** What Enter was pressed for and not changed since: a second press waits for the same answer. */
  const asked = useRef<string | null>(null);
  /** The arrows were used since the last letter: what they point at is meant. */
  const pointed = useRef(false);
  const isCurrent = found?.q === q;
  useAnswers({ q, find, isOpen: combobox.dropdownOpened, found, setFound });
  useHighlight(combobox, q !== '' && isCurrent, found, () => {
    pointed.current = false;
  });

  const exactOf = (items: readonly T[], text: string): T | undefined =>
    items.find((one) => codesOf?.(one).some((code) => code?.toLowerCase() === text.toLowerCase()));
  const pick = (one: T, byCode: boolean, text = latest.current) => {
    // the next code that is being typed stays
    if (latest.current === text) {
      setTyped(chosen === undefined ? '' : null);
      combobox.closeDropdown();
    }
    onPick(one, byCode);
  };
  const settle = (text: string, items: readonly T[]) => {
    const exact = exactOf(items, text);
    const only = items.length === 1 ? items[0] : undefined;
    if (exact) return pick(exact, true, text);
    if (only && !isDisabled?.(only)) return pick(only, false, text);
    if (items.length === 0) onMissed?.(text);
    // somebody types on already: what was asked for is no longer what is wanted
    if (latest.current !== text) return;
    setFound({ q: text, items });
    combobox.openDropdown();
  };
  const enter = async (text: string) => {
    setWaiting((before) => before + 1);
    try {
      settle(text, await find(text));
    } catch (error) {
      notifyError(error);
    } finally {
      setWaiting((before) => before - 1);
      if (asked.current === text) asked.current = null;
    }
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') pointed.current = true;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // it belongs to this field: it must not submit the form around
    event.preventDefault();
    if (pointed.current && combobox.dropdownOpened) return;
    const exact = isCurrent ? exactOf(found.items, q) : undefined;
    if (isCurrent && !exact && combobox.dropdownOpened && q !== '') return;
    combobox.resetSelectedOption();
    if (q === '' || asked.current === q) return;
    if (exact) return pick(exact, true);
    // the next code may be scanned over this one
    event.currentTarget.select();
    asked.current = q;
    void enter(q);
  };

  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(key) => {
        const one = found?.items.find((item) => keyOf(item) === key);
        if (one) pick(one, false);
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <TextInput
          {...pickInput(field)}
          {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}
          {...(required ? { withAsterisk: true, 'aria-required': true } : {})}
          ref={inputRef}
          value={typed ?? chosen ?? ''}
          autoComplete="off"
          spellCheck={false}
          leftSection={
            waiting > 0 || (!isCurrent && combobox.dropdownOpened) ? (
              <Loader size={16} />
            ) : (
              <IconSearch size={16} aria-hidden />
            )
          }
          rightSection={
            chosen && onClear ? (
              <Combobox.ClearButton onClear={onClear} aria-label={t.clearChoice} />
            ) : (
              scan && (
                <Suspense>
                  <ScanButton onFound={(code) => void enter(codeInLink(code))} />
                </Suspense>
              )
            )
          }
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            pointed.current = false;
            asked.current = null;
            combobox.resetSelectedOption();
            combobox.openDropdown();
          }}
          onFocus={(event) => {
            if (chosen) event.currentTarget.select();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            if (chosen !== undefined) setTyped(null);
            onBlur?.();
          }}
          onKeyDown={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={380} className="finder-options" data-old={!isCurrent || undefined}>
          {found?.items.map((one) => (
            <Combobox.Option key={keyOf(one)} value={keyOf(one)} disabled={isDisabled?.(one) ?? false}>
              {render?.(one) ?? nameOf(one)}
            </Combobox.Option>
          ))}
          {(found === null || found.items.length === 0) && (
            <Combobox.Empty>{isCurrent ? t.nothingFound : t.loading}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What of the props belongs to the input. */
const pickInput = <T,>({ label, description, placeholder, error, className }: Partial<FinderProps<T>>) => ({
  label,
  description,
  placeholder,
  error,
  className,
});

interface AnswersProps<T> extends Pick<FinderProps<T>, 'find'> {
  q: string;
  isOpen: boolean;
  found: Found<T> | null;
  setFound: (found: Found<T>) => void;
}

/** While the list is open, asks for what is typed; an answer to an earlier text is not waited for. */
function useAnswers<T>({ q, find, isOpen, found, setFound }: AnswersProps<T>) {
  const asking = useRef(find);
  asking.current = find;
  const isNew = found?.q !== q;
  useEffect(() => {
    if (!isOpen || !isNew) return;
    const stop = new AbortController();
    const ask = async () => {
      try {
        const items = await asking.current(q, stop.signal);
        if (!stop.signal.aborted) setFound({ q, items });
      } catch (error) {
        if (stop.signal.aborted) return;
        setFound({ q, items: [] });
        notifyError(error);
      }
    };
    const timer = setTimeout(() => void ask(), q === '' ? 0 : TYPING_PAUSE);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, isOpen, isNew, setFound]);
}

/** The first of what was found for the text as it stands is highlighted; of older answers nothing is. */
function useHighlight<T>(combobox: ComboboxStore, isCurrent: boolean, found: Found<T> | null, begin: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new answer
  useEffect(() => {
    begin();
    if (isCurrent) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
  }, [isCurrent, found]);
}
