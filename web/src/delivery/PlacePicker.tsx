/** In the form of an order: the town, and the branch or the door, out of the carrier's list. What is written by hand is still possible. */
import { listCities } from '@lanka/domain/delivery/contract';
import { nameFixed } from '@lanka/domain/delivery/fixes';
import { doorWords } from '@lanka/domain/delivery/places';
import { nameProblems } from '@lanka/domain/delivery/rules';
import type { Door } from '@lanka/domain/orders/entities';
import { Alert, Button, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../kit/http/query';
import { useLocale, useText } from '../kit/text';
import type { CustomerOfferProps } from '../orders';
import { DoorFields } from './DoorFields';
import { BranchFinder, TownFinder } from './finders';
import { text } from './text';

export function PlacePicker({ projectId, form }: CustomerOfferProps) {
  const t = useText(text);
  const { delivery } = form.watch();
  const city = delivery?.city_ref ?? '';
  const branch = delivery?.branch_ref ?? '';
  const door = delivery?.door ?? null;
  const town = delivery?.town ?? '';
  const address = delivery?.address ?? '';
  // what the form holds is shown, whoever has put it there; only between the two a press decides
  const [wants, setWants] = useState(false);
  const byCourier = door !== null || (branch === '' && wants);
  const params = { project_id: projectId };
  // without a directory there is nothing to choose from
  const known = useCall(listCities, { params, query: { q: '' } }, { staleTime: 300_000 });
  const [isForgotten, setForgotten] = useState(false);
  useForgotten(form, { city, branch, door, town, address }, () => {
    setWants(true);
    setForgotten(true);
  });
  if (!known.data || (known.data.items.length === 0 && city === '')) return null;
  const choose = (to: { city: string; town: string; branch: string; door: Door | null; address: string }) => {
    setForgotten(false);
    form.setValue('delivery.town', to.town);
    form.setValue('delivery.address', to.address);
    form.setValue('delivery.city_ref', to.city);
    form.setValue('delivery.branch_ref', to.branch);
    form.setValue('delivery.door', to.door);
  };
  const isChosen = branch !== '' || door !== null;
  const kept = isChosen ? '' : address;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" style={{ alignItems: 'end' }}>
        <TownFinder
          projectId={projectId}
          chosen={city ? town : ''}
          onPick={(one) => choose({ city: one.ref, town: one.name, branch: '', door: null, address: kept })}
          onClear={() => choose({ city: '', town: '', branch: '', door: null, address: kept })}
        />
        {city && (
          <SegmentedControl
            value={byCourier ? 'door' : 'branch'}
            data={[
              { value: 'branch', label: t.toBranch },
              { value: 'door', label: t.toDoor },
            ]}
            onChange={(value) => {
              setWants(value === 'door');
              setForgotten(false);
              if (isChosen) choose({ city, town, branch: '', door: null, address: '' });
            }}
            aria-label={t.place}
          />
        )}
      </SimpleGrid>
      {city && byCourier && (
        <DoorFields
          key={city}
          projectId={projectId}
          city={city}
          door={door}
          onChange={(to) => {
            // a house that is being typed anew leaves no door for a moment
            setWants(true);
            choose({ city, town, branch: '', door: to, address: to ? doorWords(to) : kept });
          }}
        />
      )}
      {city && byCourier && isForgotten && !door && (
        <Alert color="orange" role="status">
          {t.doorForgotten}
        </Alert>
      )}
      {city && !byCourier && (
        <BranchFinder
          projectId={projectId}
          city={city}
          chosen={branch ? address : ''}
          onPick={(one) => choose({ city, town, branch: one.ref, door: null, address: one.name })}
          onClear={() => {
            setWants(false);
            choose({ city, town, branch: '', door: null, address: '' });
          }}
        />
      )}
      {isChosen && <NameNote form={form} />}
    </Stack>
  );
}

/** What the carrier will not take of the recipient's name, told before the order is saved, with what he would take. */
function NameNote({ form }: Pick<CustomerOfferProps, 'form'>) {
  const t = useText(text);
  const { locale } = useLocale();
  const { delivery, customer } = form.watch();
  const typed = delivery?.recipient_name?.trim() ?? '';
  const [problem] = typed === '' ? [] : nameProblems(typed);
  if (!problem) return null;
  const fixed = nameFixed(typed, customer?.name ?? null);
  return (
    <Alert color="yellow" role="status">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{problem.message_in(locale)}</Text>
        {fixed && (
          <Button
            variant="default"
            h="auto"
            mih={36}
            py={6}
            maw="100%"
            styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
            onClick={() => form.setValue('delivery.recipient_name', fixed)}
          >
            {t.fixes.name(fixed)}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface Place {
  city: string;
  branch: string;
  door: Door | null;
  town: string;
  address: string;
}

/** Words that are written over by hand mean another place than the one that was chosen; `onDoor`: that was a door. */
function useForgotten(
  form: CustomerOfferProps['form'],
  { city, branch, door, town, address }: Place,
  onDoor: () => void,
): void {
  const chosen = useRef({ city, branch, door, town, address });
  const latest = useRef({ form, onDoor });
  latest.current = { form, onDoor };
  useEffect(() => {
    const before = chosen.current;
    if (city !== before.city || branch !== before.branch || door !== before.door) {
      chosen.current = { city, branch, door, town, address };
      return;
    }
    if (city && town !== before.town) {
      latest.current.form.setValue('delivery.city_ref', '');
      latest.current.form.setValue('delivery.branch_ref', '');
      latest.current.form.setValue('delivery.door', null);
    } else if (branch && address !== before.address) latest.current.form.setValue('delivery.branch_ref', '');
    else if (door && address !== before.address) {
      latest.current.form.setValue('delivery.door', null);
      latest.current.onDoor();
    }
  }, [city, branch, door, town, address]);
}
