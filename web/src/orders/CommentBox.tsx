import type { CommentVisibility } from '@lanka/domain/orders/contract';
import { listMentionable, MAX_MENTIONS, mentionOf } from '@lanka/domain/orders/mentions';
import { Combobox, Text, Textarea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { roleNames } from '../identity';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { askedFor, fitting, type Picked } from './mentions';
import { text } from './text';

const MOST = 2_000;
const SHOWN = 8;
const LONGEST_MENTION = mentionOf('00000000-0000-0000-0000-000000000000').length;

/** What is written so far, and who was chosen for it. */
export interface Written {
  readonly text: string;
  readonly picked: readonly Picked[];
}
export const NOTHING_WRITTEN: Written = { text: '', picked: [] };

interface CommentBoxProps {
  params: { project_id: string; id: string };
  /** Who may be mentioned is who will see it. */
  visibility: CommentVisibility;
  value: Written;
  onChange: (next: Written) => void;
  submit: () => void;
  error: string | null;
  autoFocus: boolean;
}

/** A box for a comment: behind an `@` it offers who sees the order; arrows, Enter and Tab choose, or a press. */
export function CommentBox({ params, visibility, value, onChange, submit, error, autoFocus }: CommentBoxProps) {
  const t = useText(text);
  const roles = useText(roleNames);
  const box = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const caretAfter = useRef<number | null>(null);
  const asked = caret === null || value.picked.length >= MAX_MENTIONS ? null : askedFor(value.text, caret);
  const people = useCall(listMentionable, { params, query: { visibility } }, { enabled: asked !== null });
  const offered = asked ? fitting(people.data?.items ?? [], asked.words).slice(0, SHOWN) : [];
  const opened = offered.length > 0;
  const combobox = useCombobox({ opened });
  const first = opened ? offered.map(({ id }) => id).join() : '';
  // the first stands ready, as soon as there is another first
  useLayoutEffect(() => {
    if (first !== '') combobox.selectFirstOption();
  }, [first, combobox.selectFirstOption]);
  useLayoutEffect(() => {
    const at = caretAfter.current;
    if (at === null) return;
    caretAfter.current = null;
    box.current?.focus();
    box.current?.setSelectionRange(at, at);
  });
  const choose = (id: string) => {
    const person = offered.find((one) => one.id === id);
    if (!person || !asked || caret === null) return;
    const before = `${value.text.slice(0, asked.from)}@${person.name} `;
    caretAfter.current = before.length;
    setCaret(null);
    onChange({
      text: before + value.text.slice(caret).replace(/^ /, ''),
      picked: [...value.picked, { id: person.id, name: person.name }],
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      submit();
      return;
    }
    if (!opened) return;
    if (event.key === 'Escape') setCaret(null);
    if (event.key !== 'Tab' || event.shiftKey) return;
    event.preventDefault();
    combobox.clickSelectedOption();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={280}>
      <Combobox.Target withKeyboardNavigation={opened} withAriaAttributes={opened}>
        <Textarea
          ref={box}
          label={t.comment}
          description={t.mentionHint}
          error={error}
          autoFocus={autoFocus}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={MOST - value.picked.length * LONGEST_MENTION}
          value={value.text}
          onChange={({ currentTarget }) => {
            setCaret(currentTarget.selectionStart);
            onChange({ ...value, text: currentTarget.value });
          }}
          onClick={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDown={press}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {offered.map(({ id, name, role }) => (
            <Combobox.Option key={id} value={id}>
              <span className="wrap-anywhere">{name}</span>{' '}
              <Text span size="sm" c="dimmed">
                {roles[role]}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
