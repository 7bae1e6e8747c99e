import * as contract from '@lanka/domain/manufacture/contract';
import { editableParts } from '@lanka/domain/manufacture/rules';
import { Alert, Group, SimpleGrid, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import { DateField, SelectField, TextareaField } from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { LinesField } from './LinesField';
import { type ManufactureText, text } from './text';

const CRUMB = '/cp/manufacture_requests';
const labelsOf = (t: ManufactureText) => ({
  lines: t.lines,
  deadline: t.deadline,
  producer_id: t.producer,
  comment: t.comment,
});

/** `?order=ID` links the request to an order. */
export function NewRequestPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const order = contract.CreateManufactureBody.shape.order_id.safeParse(search.get('order') ?? null);
  const create = useAction(contract.createManufactureRequest, {
    success: t.created,
    quiet: true,
  });
  const form = useEntityForm({
    schema: contract.CreateManufactureBody,
    initial: { lines: [], deadline: '', producer_id: '', comment: '', order_id: order.data ?? null },
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: ({ id }) => navigate(`${CRUMB}/${id}`, { replace: true }),
  });
  return (
    <Page title={t.createTitle} crumbs={[{ to: CRUMB, label: t.title }]} narrow>
      <Form form={form} labels={labelsOf(t)}>
        <Section title={t.lines} flush>
          <LinesField {...form.field('lines')} known={{}} />
        </Section>
        <Details form={form} />
        <Group justify="flex-end">
          <SubmitButton back="/cp/manufacture_requests">{t.create}</SubmitButton>
        </Group>
      </Form>
    </Page>
  );
}

type DetailNames = 'deadline' | 'producer_id' | 'comment';

function Details({ form }: { form: { field: (name: DetailNames) => ReturnType<EntityForm['field']> } }) {
  const t = useText(text);
  const project_id = useProjectId();
  const producers = useCall(contract.listProducers, { params: { project_id } });
  return (
    <Section title={t.details}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <SelectField
            {...form.field('producer_id')}
            label={t.producer}
            placeholder={t.anyProducer}
            options={(producers.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <DateField {...form.field('deadline')} label={t.deadline} />
        </SimpleGrid>
        <TextareaField {...form.field('comment')} label={t.comment} rows={2} maxLength={1000} />
      </Stack>
    </Section>
  );
}

export function EditRequestPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const request = useCall(contract.readManufactureRequest, { params: { project_id, id } });
  return (
    <Loaded query={request}>
      {(data) =>
        editableParts(data.status).details ? (
          <EditForm key={data.id} request={data} />
        ) : (
          <Page
            title={t.editTitle(data.number)}
            crumbs={[{ to: `${CRUMB}/${data.id}`, label: t.one(data.number) }]}
            narrow
          >
            <Alert color="gray" icon={<IconLock size={18} />}>
              {t.finished}
            </Alert>
          </Page>
        )
      }
    </Loaded>
  );
}

const materialsOf = ({
  product_variant_id,
  materials = '',
}: {
  product_variant_id: string;
  materials?: string | undefined;
}) => ({
  product_variant_id,
  materials,
});

const EditBody = contract.UpdateManufactureBody.pick({ lines: true, deadline: true, producer_id: true, comment: true });

function EditForm({ request }: { request: contract.ManufactureRequest }) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const producers = useCall(contract.listProducers, { params: { project_id } });
  const update = useAction(contract.updateManufactureRequest, {
    success: t.updated,
    quiet: true,
  });
  const canEditLines = editableParts(request.status).lines;
  const form = useEntityForm({
    schema: EditBody,
    initial: {
      lines: request.lines.map(({ product_variant_id, count, materials }) => ({
        product_variant_id,
        count,
        materials,
      })),
      deadline: request.deadline ?? '',
      producer_id: request.producer?.id ?? '',
      comment: request.comment,
    },
    version: request.version,
    submit: ({ changed: { lines, ...changed }, version }) =>
      update.mutateAsync({
        params: { project_id, id: request.id },
        body: { ...changed, ...(canEditLines ? { lines } : { materials: lines?.map(materialsOf) }) },
        ...(version === undefined ? {} : { if_match: version }),
      }),
    onSaved: () => navigate(`${CRUMB}/${request.id}`),
  });
  const names = Object.fromEntries(request.lines.map((line) => [line.product_variant_id, line]));
  const show = (name: string, value: unknown) => {
    if (name === 'lines' && Array.isArray(value)) return t.pieces(value.reduce((sum, { count }) => sum + count, 0));
    if (name === 'producer_id') return producers.data?.items.find(({ id }) => id === value)?.name;
    return undefined;
  };
  return (
    <Page
      title={t.editTitle(request.number)}
      crumbs={[{ to: `${CRUMB}/${request.id}`, label: t.one(request.number) }]}
      narrow
    >
      <Form form={form} labels={labelsOf(t)} show={show}>
        {!canEditLines && (
          <Alert color="gray" icon={<IconLock size={18} />}>
            {t.linesFixed}
          </Alert>
        )}
        <Section title={t.lines} flush>
          <LinesField {...form.field('lines')} known={names} fixed={!canEditLines} />
        </Section>
        <Details form={form} />
        <FormBar back={`${CRUMB}/${request.id}`} />
      </Form>
    </Page>
  );
}
