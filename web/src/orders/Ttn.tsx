/** The ТТН: to copy with one press, and to write in place, because it often comes last. */
import * as contract from '@lanka/domain/orders/contract';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../kit/display/facts';
import { EditInPlace } from '../kit/form/EditInPlace';
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
  if (typed === null && !ttn && !mayEdit) return null;
  const open = () => setTyped(ttn ?? '');
  return (
    <EditInPlace
      label={t.editTtn}
      value={
        ttn ? (
          <>
            <span className="figures wrap-anywhere">{ttn}</span>
            <CopyButton value={ttn} label={t.copyTtn} />
          </>
        ) : (
          <Button variant="default" size="compact-sm" onClick={open}>
            {t.addTtn}
          </Button>
        )
      }
      mayEdit={mayEdit && ttn !== null}
      isOpen={typed !== null}
      open={open}
      close={() => setTyped(null)}
      save={submit}
      isSaving={isSaving}
    >
      <TextInput
        aria-label={label}
        value={typed ?? ''}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && submit()}
        maxLength={40}
        autoComplete="off"
        autoFocus
        flex={1}
      />
    </EditInPlace>
  );
}
