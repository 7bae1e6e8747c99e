import { placeVariant } from '@lanka/domain/catalog/contract';
import { MAX_PLACE } from '@lanka/domain/catalog/rules';
import { Button, Group, TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../kit/http/query';
import { signal } from '../../kit/scan/signal';
import { useProjectId } from '../../kit/session';
import { useText } from '../../kit/text';
import { text } from './text';

interface PlaceProps {
  variant: { readonly id: string; readonly product_id: string; readonly place: string };
}

/** Where goods lie, and where they are put now: typed, or the label of the shelf scanned into the field. */
export function Place({ variant }: PlaceProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const [place, setPlace] = useState(variant.place);
  const [typed, setTyped] = useState<string | null>(null);
  const save = useAction(placeVariant, {
    success: t.placed,
    onSuccess: (after) => {
      signal('ok');
      setPlace(after.place);
      setTyped(null);
    },
  });
  if (typed === null)
    return (
      <Button
        variant="default"
        size="md"
        px="sm"
        rightSection={<IconPencil size={18} />}
        aria-label={place ? t.changePlace(place) : t.setPlace}
        onClick={() => setTyped(place)}
      >
        {place || t.setPlace}
      </Button>
    );
  const params = { project_id, product_id: variant.product_id, id: variant.id };
  const submit = () => save.mutate({ params, body: { place: typed.trim() } });
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <TextInput
        size="md"
        style={{ flex: 1, minWidth: 0 }}
        aria-label={t.place}
        placeholder={t.placeHint}
        value={typed}
        maxLength={MAX_PLACE}
        autoFocus
        autoComplete="off"
        enterKeyHint="done"
        // what is typed or scanned replaces what stood there
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null);
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
      />
      <Button size="md" style={{ flex: 'none' }} loading={save.isPending} onClick={submit}>
        {t.savePlace}
      </Button>
    </Group>
  );
}
