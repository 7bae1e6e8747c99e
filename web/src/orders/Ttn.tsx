/** The ТТН: to copy with one press, and to write in place, because it often comes last. */
import * as contract from '@lanka/domain/orders/contract';
import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { CopyButton } from '../kit/display/facts';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';
import type { OrderPlace } from './where';

export function Ttn({ place, order }: { place: OrderPlace; order: contract.Order }) {
  const t = useText(text);
  const save = useAction(contract.updateOrder, { success: t.ttnSaved });
  return (
    <TtnInPlace
      label={t.ttn}
      ttn={order.delivery.ttn}
      mayEdit={order.editable.details}
      isSaving={save.isPending}
      save={(ttn, done) =>
        save.mutate(
          {
            params: { project_id: place.project_id, id: order.id },
            body: { delivery: { ...order.delivery, ttn } },
            if_match: order.version,
          },
          { onSuccess: done },
        )
      }
    />
  );
}

interface TtnInPlaceProps {
  label: string;
  ttn: string | null;
  mayEdit: boolean;
  isSaving: boolean;
  save: (ttn: string | null, done: () => void) => void;
}

/** Of an order, or of one of its parcels. */
export function TtnInPlace({ label, ttn, mayEdit, isSaving, save }: TtnInPlaceProps) {
  const t = useText(text);
  const [typed, setTyped] = useState<string | null>(null);
  const submit = () => {
    const next = typed?.trim() ?? '';
    if (next === (ttn ?? '')) return setTyped(null);
    if (!isSaving) save(next || null, () => setTyped(null));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
    if (event.key === 'Escape') setTyped(null);
  };
  if (typed !== null) {
    return (
      <Group gap={6} wrap="nowrap">
        <TextInput
          aria-label={label}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          maxLength={40}
          autoComplete="off"
          autoFocus
          flex={1}
        />
        <ActionIcon size={36} onClick={submit} loading={isSaving} aria-label={t.saveTtn}>
          <IconCheck size={18} />
        </ActionIcon>
        <ActionIcon size={36} variant="default" onClick={() => setTyped(null)} aria-label={t.cancel}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
    );
  }
  if (!ttn) {
    if (!mayEdit) return null;
    return (
      <Button variant="default" size="compact-sm" onClick={() => setTyped('')}>
        {t.addTtn}
      </Button>
    );
  }
  return (
    <Group gap={4} wrap="nowrap">
      <span className="figures wrap-anywhere">{ttn}</span>
      <CopyButton value={ttn} label={t.copyTtn} />
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" size="sm" onClick={() => setTyped(ttn)} aria-label={t.editTtn}>
          <IconPencil size={14} />
        </ActionIcon>
      )}
    </Group>
  );
}
