import { Kbd, Loader, Modal, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../session';
import { useText } from '../text';
import { words } from '../words';
import { matches } from './keyboard-layout';
import type { Command, PaletteSources } from './palette';
import { searchEverywhere } from './search';

const MIN_QUERY = 2;

interface PaletteDialogProps {
  opened: boolean;
  close: () => void;
  sources: PaletteSources;
}

/** The window of the palette; see `palette.tsx`. */
export function PaletteDialog({ opened, close, sources }: PaletteDialogProps) {
  const t = useText(words);
  return (
    <Modal.Root opened={opened} onClose={close} size={640} yOffset="10vh" padding={0}>
      <Modal.Overlay />
      <Modal.Content aria-label={t.palette}>
        <Palette sources={sources} close={close} />
      </Modal.Content>
    </Modal.Root>
  );
}

function useFound(sources: PaletteSources, query: string) {
  const t = useText(words);
  const session = useSession();
  const [asked] = useDebouncedValue(query.trim(), 200);
  const remote = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => searchEverywhere(sources.searches, asked, session, signal),
    enabled: asked.length >= MIN_QUERY && sources.searches.length > 0,
  });
  const groups = useMemo(() => {
    const fits = ({ label }: Command) => query.trim() === '' || matches(label, query);
    const local = [
      { title: t.commands, items: sources.commands.filter(fits) },
      { title: t.pages, items: sources.pages.filter(fits) },
    ];
    const found = asked === query.trim() ? (remote.data ?? []) : [];
    return [...found, ...local.filter((group) => group.items.length > 0)];
  }, [query, asked, remote.data, sources, t]);
  return { groups, isSearching: remote.isFetching };
}

function Palette({ sources, close }: { sources: PaletteSources; close: () => void }) {
  const t = useText(words);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const { groups, isSearching } = useFound(sources, query);
  const items = groups.flatMap((group) => group.items);
  const active = Math.min(at, items.length - 1);
  const choose = (item: Command | undefined) => {
    if (!item) return;
    close();
    if (item.to) navigate(item.to);
    item.run?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') choose(items[active]);
    if (step === 0 || items.length === 0) return;
    event.preventDefault();
    setAt((active + step + items.length) % items.length);
  };
  return (
    <>
      <TextInput
        className="palette-input"
        size="lg"
        variant="unstyled"
        role="combobox"
        aria-label={t.palette}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={items[active] ? `palette-${items[active].id}` : undefined}
        placeholder={t.paletteHint}
        leftSection={isSearching ? <Loader size={18} /> : <IconSearch size={20} aria-hidden />}
        rightSection={<Kbd size="xs">Esc</Kbd>}
        rightSectionWidth={56}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <ScrollArea.Autosize mah="60vh" className="palette-list">
        <div id="palette-list" role="listbox" aria-label={t.palette}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
            <div key={group.title} role="group" aria-label={group.title}>
              <Text size="xs" c="dimmed" fw={600} px="md" pt="sm" pb={4}>
                {group.title}
              </Text>
              {group.items.map((item) => (
                <UnstyledButton
                  key={item.id}
                  id={`palette-${item.id}`}
                  role="option"
                  aria-selected={items[active] === item}
                  className="palette-item"
                  tabIndex={-1}
                  onMouseMove={() => setAt(items.indexOf(item))}
                  onClick={() => choose(item)}
                >
                  <span>{item.label}</span>
                  {item.hint && <span className="palette-hint">{item.hint}</span>}
                </UnstyledButton>
              ))}
            </div>
          ))}
        </div>
        {items.length === 0 && !isSearching && (
          <Text c="dimmed" p="lg" ta="center" role="status">
            {t.paletteEmpty}
          </Text>
        )}
      </ScrollArea.Autosize>
    </>
  );
}
