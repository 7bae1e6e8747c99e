import { ActionIcon, Group, Input, Loader, SegmentedControl, Text, Textarea, Tooltip } from '@mantine/core';
import { IconBold, IconHeading, IconItalic } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { FieldBinding } from '../kit/form/useEntityForm';
import type { Icon } from '../kit/page/page';
import { useText } from '../kit/text';
import { type Mark, toggleMark } from './markdown';
import { text } from './text';
import './projects.css';

const Markdown = lazy(async () => ({ default: (await import('./Markdown')).Markdown }));

const MARKS: Readonly<Record<Mark, Icon>> = { heading: IconHeading, bold: IconBold, italic: IconItalic };

/** A text with headings, bold and italic, and how it will look. */
export function MarkdownField({ name, control, label, hint, maxLength }: FieldBinding & MarkdownProps) {
  const t = useText(text);
  const { field, fieldState } = useController({ name, control });
  const [isPreview, setPreview] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const value = typeof field.value === 'string' ? field.value : '';
  const mark = (kind: Mark) => {
    const { current } = area;
    if (!current) return;
    const next = toggleMark({ value, start: current.selectionStart, end: current.selectionEnd }, kind);
    field.onChange(next.value);
    // after the new text has been drawn, or the browser puts the cursor at its end
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(next.start, next.end);
    });
  };
  return (
    <div>
      <Group justify="space-between" align="flex-end" gap="xs" mb={4}>
        <Input.Label htmlFor={`markdown-${name}`}>{label}</Input.Label>
        <Group gap="xs" wrap="nowrap">
          {!isPreview &&
            (Object.keys(MARKS) as Mark[]).map((kind) => {
              const Shown = MARKS[kind];
              return (
                <Tooltip key={kind} label={t.marks[kind]}>
                  <ActionIcon variant="default" size={36} aria-label={t.marks[kind]} onClick={() => mark(kind)}>
                    <Shown size={18} />
                  </ActionIcon>
                </Tooltip>
              );
            })}
          <SegmentedControl
            size="sm"
            aria-label={t.viewOf(label)}
            value={isPreview ? 'preview' : 'text'}
            onChange={(next) => setPreview(next === 'preview')}
            data={[
              { value: 'text', label: t.markdownText },
              { value: 'preview', label: t.markdownPreview },
            ]}
          />
        </Group>
      </Group>
      {isPreview ? (
        <section className="markdown-preview" aria-label={t.previewOf(label)}>
          {value.trim() === '' ? (
            <Text c="dimmed">{t.nothingToPreview}</Text>
          ) : (
            <Suspense fallback={<Loader size="sm" />}>
              <Markdown>{value}</Markdown>
            </Suspense>
          )}
        </section>
      ) : (
        <Textarea
          id={`markdown-${name}`}
          ref={area}
          name={field.name}
          value={value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
          onBlur={field.onBlur}
          description={hint}
          error={fieldState.error?.message}
          maxLength={maxLength}
          autosize
          minRows={8}
          maxRows={24}
          inputWrapperOrder={['input', 'description', 'error']}
        />
      )}
    </div>
  );
}

interface MarkdownProps {
  label: string;
  hint: string;
  maxLength: number;
}
