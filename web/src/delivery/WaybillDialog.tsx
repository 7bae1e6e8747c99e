import * as contract from '@lanka/domain/delivery/contract';
import { doorWords } from '@lanka/domain/delivery/places';
import { Input, Modal, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { Form, SubmitButton } from '../kit/form/Form';
import { MoneyField, QuantityField, SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { DoorFields } from './DoorFields';
import { BranchFinder, TownFinder } from './finders';
import { PlanFacts } from './PlanFacts';
import { text } from './text';

interface WaybillDialogProps {
  projectId: string;
  orderId: string;
  parcel: string | undefined;
  plan: contract.Plan;
  /** The recipient's, where another one than the order's was chosen. */
  phone?: string | undefined;
  /** It stands at the carrier's already and is changed there. */
  isMade: boolean;
  close: () => void;
}

const { shape } = contract.WaybillBody;
const Whole = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  z.int().min(1).max(500).nullable(),
);
const DialogForm = z.object({
  recipient_name: shape.recipient_name.unwrap(),
  weight: shape.weight.unwrap(),
  seats: shape.seats.unwrap(),
  declared: shape.declared.unwrap(),
  payer: shape.payer.unwrap(),
  description: shape.description.unwrap(),
  cod_service: shape.cod_service.unwrap(),
  size: z.object({ length: Whole, width: Whole, height: Whole }),
});

/** All that a waybill says beside what its order says. */
export function WaybillDialog({ projectId, orderId, parcel, plan, phone, isMade, close }: WaybillDialogProps) {
  const t = useText(text);
  const [place, setPlace] = useState({
    city: plan.city_ref ?? '',
    town: plan.city_ref ? plan.city_name : '',
    branch: plan.branch_ref && plan.branch_name ? plan.branch_ref : '',
    name: plan.door ? '' : plan.branch_name,
    door: plan.door,
  });
  const [byCourier, setByCourier] = useState(plan.door !== null);
  const make = useAction(contract.makeWaybill, { quiet: true });
  const change = useAction(contract.changeWaybill, { quiet: true, success: t.changed });
  const form = useEntityForm({
    schema: DialogForm,
    initial: { ...plan, size: plan.size ?? { length: '', width: '', height: '' } },
    guard: false,
    submit: ({ values }) => {
      const { length, width, height } = values.size;
      const body: contract.WaybillBody = {
        ...values,
        size: length && width && height ? { length, width, height } : null,
        // else the order says whom the carrier calls, and it may have been edited since
        ...(phone ? { recipient_phone: phone } : {}),
        ...(place.city ? { city_ref: place.city } : {}),
        ...(byCourier ? (place.door ? { door: place.door } : {}) : place.branch ? { branch_ref: place.branch } : {}),
        ...(parcel ? { parcel } : {}),
      };
      const params = { project_id: projectId, id: orderId };
      return isMade ? change.mutateAsync({ params, body }) : make.mutateAsync({ params, body });
    },
    onSaved: close,
  });
  const values = form.watch();
  const asked: contract.Plan = {
    ...plan,
    ...{ recipient_name: values.recipient_name, city_ref: place.city || null, city_name: place.town },
    ...(byCourier
      ? { branch_ref: null, branch_name: place.door ? doorWords(place.door) : '', door: place.door }
      : { branch_ref: place.branch || null, branch_name: place.name, door: null }),
    payer: values.payer,
    weight: Number(values.weight) || plan.weight,
    seats: Number(values.seats) || plan.seats,
    declared: Number(values.declared) || plan.declared,
  };
  const payers = contract.PAYERS.map((value) => ({ value, label: t.payers[value] }));
  const services = contract.COD_SERVICES.map((value) => ({ value, label: t.codServices[value] }));
  return (
    <Modal opened onClose={close} title={t.waybill} size="lg">
      <Form form={form}>
        <Stack gap="md">
          <TextField
            {...form.field('recipient_name')}
            label={t.recipient}
            required
            maxLength={120}
            autoComplete="off"
          />
          <TownFinder
            projectId={projectId}
            chosen={place.town}
            onPick={({ ref, name }) => setPlace({ city: ref, town: name, branch: '', name: '', door: null })}
            onClear={() => setPlace({ city: '', town: '', branch: '', name: '', door: null })}
          />
          {place.city && (
            <SegmentedControl
              value={byCourier ? 'door' : 'branch'}
              data={[
                { value: 'branch', label: t.toBranch },
                { value: 'door', label: t.toDoor },
              ]}
              onChange={(value) => setByCourier(value === 'door')}
              aria-label={t.place}
            />
          )}
          {place.city && byCourier && (
            <DoorFields
              key={place.city}
              projectId={projectId}
              city={place.city}
              door={place.door}
              onChange={(door) => setPlace({ ...place, door })}
            />
          )}
          {place.city && !byCourier && (
            <BranchFinder
              projectId={projectId}
              city={place.city}
              chosen={place.branch ? place.name : ''}
              onPick={({ ref, name }) => setPlace({ ...place, branch: ref, name })}
              onClear={() => setPlace({ ...place, branch: '', name: '' })}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
            <QuantityField {...form.field('weight')} label={t.weight} min={100} max={1_000_000} required />
            <QuantityField {...form.field('seats')} label={t.seats} min={1} max={100} required />
            <MoneyField {...form.field('declared')} label={t.declared} required />
            <SelectField {...form.field('payer')} label={t.payer} options={payers} required />
          </SimpleGrid>
          <TextField
            {...form.field('description')}
            label={t.description}
            hint={t.descriptionHint}
            required
            maxLength={100}
          />
          {plan.cod_sum > 0 && (
            <SelectField
              {...form.field('cod_service')}
              label={t.codService}
              hint={t.codServiceHint}
              options={services}
              required
            />
          )}
          <Input.Wrapper label={t.size}>
            <SimpleGrid cols={3} spacing="sm">
              <QuantityField {...form.field('size.length')} label={t.length} min={1} max={500} />
              <QuantityField {...form.field('size.width')} label={t.width} min={1} max={500} />
              <QuantityField {...form.field('size.height')} label={t.height} min={1} max={500} />
            </SimpleGrid>
          </Input.Wrapper>
          <PlanFacts plan={asked} projectId={projectId} />
          <SubmitButton back={close}>{isMade ? t.save : t.makeIt}</SubmitButton>
        </Stack>
      </Form>
    </Modal>
  );
}
