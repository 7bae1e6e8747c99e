import type { OrderReturns } from '@lanka/domain/returns/contract';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { useText } from '../kit/text';
import { text } from './text';

/** What may come back of an order, line by line; of one that is split, of the parcel that is chosen. */
export function useParcel(found: OrderReturns) {
  const parcels = found.parcels.filter(({ lines }) => lines.length > 0);
  const [wanted, choose] = useState<string>();
  const chosen = parcels.find(({ id }) => id === wanted) ?? parcels[0];
  const left = new Map((chosen ?? found).lines.map((line) => [line.order_item_id, line.left]));
  return { parcels, chosen, choose, left, named: chosen ? { parcel_id: chosen.id } : {} };
}

interface ParcelChoiceProps {
  parcel: ReturnType<typeof useParcel>;
  /** What was typed was of another parcel. */
  onChange: () => void;
}

/** Each return is of one parcel; where the order went in one there is none to choose. */
export function ParcelChoice({ parcel: { parcels, chosen, choose }, onChange }: ParcelChoiceProps) {
  const t = useText(text);
  if (parcels.length < 2) return null;
  return (
    <Section>
      <Radio.Group
        label={t.whichParcel}
        value={chosen?.id ?? ''}
        onChange={(id) => {
          choose(id);
          onChange();
        }}
      >
        <Stack gap="xs" mt={4}>
          {parcels.map(({ id, number, lines }) => {
            const pieces = lines.reduce((sum, { left }) => sum + left, 0);
            return <Radio key={id} value={id} label={`${t.parcel(number)} · ${t.left(pieces)}`} />;
          })}
        </Stack>
      </Radio.Group>
    </Section>
  );
}
