/** In the form of an order: the town and the branch out of the carrier's list. What is written by hand is still possible. */
import { listCities } from '@lanka/domain/delivery/contract';
import { SimpleGrid } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useCall } from '../kit/http/query';
import type { CustomerOfferProps } from '../orders';
import { BranchFinder, TownFinder } from './finders';

export function PlacePicker({ projectId, form }: CustomerOfferProps) {
  const { delivery } = form.watch();
  const city = delivery?.city_ref ?? '';
  const branch = delivery?.branch_ref ?? '';
  const town = delivery?.town ?? '';
  const address = delivery?.address ?? '';
  const params = { project_id: projectId };
  // without a directory there is nothing to choose from
  const known = useCall(listCities, { params, query: { q: '' } }, { staleTime: 300_000 });
  useForgotten(form, { city, branch, town, address });
  if (!known.data || (known.data.items.length === 0 && city === '')) return null;
  const choose = (to: { city: string; town: string; branch: string; address: string }) => {
    form.setValue('delivery.town', to.town);
    form.setValue('delivery.address', to.address);
    form.setValue('delivery.city_ref', to.city);
    form.setValue('delivery.branch_ref', to.branch);
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      <TownFinder
        projectId={projectId}
        chosen={city ? town : ''}
        onPick={(one) => choose({ city: one.ref, town: one.name, branch: '', address: branch ? '' : address })}
        onClear={() => choose({ city: '', town: '', branch: '', address: branch ? '' : address })}
      />
      {city && (
        <BranchFinder
          projectId={projectId}
          city={city}
          chosen={branch ? address : ''}
          onPick={(one) => choose({ city, town, branch: one.ref, address: one.name })}
          onClear={() => choose({ city, town, branch: '', address: '' })}
        />
      )}
    </SimpleGrid>
  );
}

interface Place {
  city: string;
  branch: string;
  town: string;
  address: string;
}

/** Words that are written over by hand mean another place than the one that was chosen. */
function useForgotten(form: CustomerOfferProps['form'], { city, branch, town, address }: Place): void {
  const chosen = useRef({ city, branch, town, address });
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const before = chosen.current;
    if (city !== before.city || branch !== before.branch) {
      chosen.current = { city, branch, town, address };
      return;
    }
    if (city && town !== before.town) {
      latest.current.setValue('delivery.city_ref', '');
      latest.current.setValue('delivery.branch_ref', '');
    } else if (branch && address !== before.address) latest.current.setValue('delivery.branch_ref', '');
  }, [city, branch, town, address]);
}
