/**
 * The quiet parts of a detail page.
 *
 *   <Section title={t.items} action={…}>…</Section>                 <Section title={t.files} empty={t.noFiles} />
 *   <KeyFacts title={t.details} facts={[{ label: t.client, value: … }, …]} />      for Page `side`
 *   <History entries={[{ id, at, who, title, text, color }]} />
 *   <CopyButton value={order.ttn} label={t.copyTtn} />
 *   <Explain value={<Money …/>} title={t.balance}>rows it is made of</Explain>
 */
import {
  ActionIcon,
  Group,
  CopyButton as MantineCopy,
  Paper,
  Stack,
  Text,
  Timeline,
  Title,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSidePanel } from '../overlay/panel';
import { useText } from '../text';
import { words } from '../words';
import type { StatusColor } from './status';
import { DateTime } from './values';

interface SectionProps {
  title?: ReactNode;
  action?: ReactNode;
  /** Without inner space, for a table. */
  flush?: boolean;
  /** There is nothing in it: the section is one line that says so, and its action. */
  empty?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, action, flush, empty, children }: SectionProps) {
  if (empty) {
    return (
      <Paper component="section" withBorder radius="md" className="section section-empty">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          {empty}
        </Text>
        {action}
      </Paper>
    );
  }
  return (
    <Paper component="section" withBorder radius="md" className="section">
      {(title || action) && (
        <Group justify="space-between" px="md" pt="md" pb={flush ? 'xs' : 0}>
          {title && (
            <Title order={2} size="h4">
              {title}
            </Title>
          )}
          {action}
        </Group>
      )}
      <div className={flush ? undefined : 'section-body'}>{children}</div>
    </Paper>
  );
}

export interface Fact {
  /** Where two have the same label. */
  id?: string;
  label: string;
  value: ReactNode;
  hidden?: boolean;
}

interface KeyFactsProps {
  title?: string;
  facts: readonly Fact[];
  action?: ReactNode;
  /** Beside one another, in the wide column of a page. */
  across?: boolean;
}

export function KeyFacts({ title, facts, action, across }: KeyFactsProps) {
  return (
    <Section title={title} action={action}>
      <dl className={across ? 'facts facts-across' : 'facts'}>
        {facts
          .filter((fact) => !fact.hidden)
          .map((fact) => (
            <div key={fact.id ?? fact.label}>
              <dt>{fact.label}</dt>
              <dd>{fact.value ?? '–'}</dd>
            </div>
          ))}
      </dl>
    </Section>
  );
}

export interface HistoryEntry {
  id: string;
  at: string;
  who: string | null;
  title: ReactNode;
  text?: ReactNode;
  color?: StatusColor;
}

/** Newest first, as the caller orders it. */
export function History({ entries, title }: { entries: readonly HistoryEntry[]; title?: string }) {
  const t = useText(words);
  return (
    <Section title={title ?? t.history} empty={entries.length === 0 && t.noHistory}>
      <Timeline bulletSize={12} lineWidth={2} active={-1}>
        {entries.map((entry) => (
          <Timeline.Item
            key={entry.id}
            bullet={<span className="history-dot" data-color={entry.color ?? 'gray'} />}
            title={entry.title}
          >
            {entry.text && <Text size="sm">{entry.text}</Text>}
            <Text size="sm" c="dimmed">
              {entry.who && `${entry.who} · `}
              <DateTime at={entry.at} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Section>
  );
}

export function CopyButton({ value, label }: { value: string; label?: string }) {
  const t = useText(words);
  return (
    <MantineCopy value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t.copied : (label ?? t.copy)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={copied ? t.copied : (label ?? t.copy)}
            onClick={(event) => {
              event.stopPropagation();
              copy();
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopy>
  );
}

interface ExplainProps {
  /** The number itself. */
  value: ReactNode;
  /** Names the number and heads the panel. */
  title: string;
  /** The rows it is made of; made only when the panel opens. */
  children: ReactNode | (() => ReactNode);
}

/** A computed number that opens what it is made of, in the right panel (domain: what every number can answer). */
export function Explain({ value, title, children }: ExplainProps) {
  const panel = useSidePanel();
  return (
    <UnstyledButton
      className="explain"
      aria-haspopup="dialog"
      title={title}
      onClick={(event) => {
        event.stopPropagation();
        panel.open({
          title,
          content: <Stack gap="sm">{typeof children === 'function' ? children() : children}</Stack>,
        });
      }}
    >
      {value}
    </UnstyledButton>
  );
}
