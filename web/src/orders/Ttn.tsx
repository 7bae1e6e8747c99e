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
  const { ttn } = order.delivery;
  const [typed, setTyped] = useState<string | null>(null);
  const save = useAction(contract.updateOrder, {
    success: t.ttnSaved,
    onSuccess: () => setTyped(null),
  });
  const submit = () => {
    const next = typed?.trim() ?? '';
    if (next === (ttn ?? '')) return setTyped(null);
    save.mutate({
      params: { project_id: place.project_id, id: order.id },
      body: { delivery: { ...order.delivery, ttn: next || null } },
      if_match: order.version,
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
    if (event.key === 'Escape') setTyped(null);
  };
  if (typed !== null) {
    return (
      <Group gap={6} wrap="nowrap">
        <TextInput
          aria-label={t.ttn}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          maxLength={40}
          autoComplete="off"
          autoFocus
          flex={1}
        />
        <ActionIcon size={36} onClick={submit} loading={save.isPending} aria-label={t.saveTtn}>
          <IconCheck size={18} />
        </ActionIcon>
        <ActionIcon size={36} variant="default" onClick={() => setTyped(null)} aria-label={t.cancel}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
    );
  }
  const { details } = order.editable;
  if (!ttn) {
    if (!details) return null;
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
      {details && (
        <ActionIcon variant="subtle" color="gray" size="sm" onClick={() => setTyped(ttn)} aria-label={t.editTtn}>
          <IconPencil size={14} />
        </ActionIcon>
      )}
    </Group>
  );
}
