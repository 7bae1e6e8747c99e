/** A door for the courier: its street out of the carrier's list, house and flat. */
import { listStreets, type Street } from '@lanka/domain/delivery/contract';
import type { Door } from '@lanka/domain/orders/entities';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Finder } from '../kit/form/finder';
import { call } from '../kit/http/call';
import { useText } from '../kit/text';
import { text } from './text';

interface DoorProps {
  projectId: string;
  city: string;
  door: Door | null;
  /** Null: as long as street or house are missing. */
  onChange: (door: Door | null) => void;
}

const EMPTY = { street_ref: '', street: '', house: '', flat: '' };
const wholeOf = ({ house, flat, ...street }: Door): Door | null =>
  street.street_ref && house.trim() ? { ...street, house: house.trim(), flat: flat.trim() } : null;

const isSame = (one: Door | null, other: Door | null): boolean =>
  one === other || (one?.street_ref === other?.street_ref && one?.house === other?.house && one?.flat === other?.flat);

export function DoorFields({ projectId, city, door, onChange }: DoorProps) {
  const t = useText(text);
  const [typed, setTyped] = useState<Door>(door ?? EMPTY);
  const told = useRef(door);
  // another door than was told from here: somebody else has chosen or forgotten one
  useEffect(() => {
    if (isSame(door, told.current)) return;
    told.current = door;
    setTyped(door ?? EMPTY);
  }, [door]);
  const change = (next: Door) => {
    setTyped(next);
    told.current = wholeOf(next);
    onChange(told.current);
  };
  return (
    <>
      <Finder<Street>
        key={city}
        label={t.street}
        description={t.streetHint}
        find={async (q, signal) => {
          const params = { project_id: projectId };
          return (await call(listStreets, { params, query: { city, q }, ...(signal ? { signal } : {}) })).items;
        }}
        keyOf={({ ref }) => ref}
        nameOf={({ name }) => name}
        render={({ name }) => <Text span>{name}</Text>}
        onPick={({ ref, name }) => change({ ...typed, street_ref: ref, street: name })}
        chosen={typed.street || undefined}
        onClear={() => change({ ...typed, street_ref: '', street: '' })}
      />
      <SimpleGrid cols={2} spacing="md">
        <TextInput
          label={t.house}
          value={typed.house}
          maxLength={20}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => change({ ...typed, house: value })}
        />
        <TextInput
          label={t.flat}
          value={typed.flat}
          maxLength={20}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => change({ ...typed, flat: value })}
        />
      </SimpleGrid>
    </>
  );
}
