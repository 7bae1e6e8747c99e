import { RECEIPT_TYPES } from '@lanka/domain/files/receipts';
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/orders/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { Alert, Button, SimpleGrid, Stack } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { Form } from '../kit/form/Form';
import { type FormStep, Steps, type StepsForm } from '../kit/form/steps';
import { type UploadedFile, Uploads } from '../kit/form/uploads';
import { useEntityForm } from '../kit/form/useEntityForm';
import { CallError } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifySuccess } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { LinesSkeleton, Loaded } from '../kit/page/states';
import { hasFirstAnswer } from '../kit/page/together';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { TakesNoOrders } from '../projects';
import { FieldsForm, filledFields, useFields } from '../templates';
import { CodFields } from './CodFields';
import { type Draft, newOrderSchema, useDraft } from './draft';
import {
  CustomerFields,
  DeliveryFields,
  MarksFields,
  MoneyFields,
  PrepaymentFields,
  useRecipientFollowsCustomer,
} from './fields';
import type { OrderForm } from './form';
import { formText } from './form-text';
import { ItemsEditor } from './ItemsEditor';
import { type Line, type LineInfo, type Shortage, shortageOf } from './lines';
import { marksText } from './marks-text';
import { CounterpartyStep, SupplierStep, useSupplierChoice } from './Party';
import { orderPath } from './path';
import { Summary } from './Summary';
import { text } from './text';
import { usePrice } from './usePrice';
import type { OrderPlace } from './where';

/** The same list each time: the only supplier is chosen while the page is drawn, and another list would draw it again. */
const NO_FILES: readonly UploadedFile[] = [];

/** What each step asks for; the last is the summary. */
const STEPS = [
  ['counterparty_id'],
  ['items'],
  [
    'customer',
    'delivery',
    'tags',
    'source',
    'external_number',
    'reserved_until',
    'prepayment',
    'cod',
    'promo_code',
    'customer_discount',
    'fields',
    'comment',
  ],
];

export function NewOrderPage() {
  const t = useText(text);
  const f = useText(formText);
  const { isDropshipping, role } = useSession();
  const here = useProjectId();
  const [search] = useSearchParams();
  const supplier = search.get('project');
  const project_id = isDropshipping ? supplier : here;
  // The form starts once: choosing another supplier in it changes the address, not what it started from.
  const [asked] = useState(() => ({
    project_id,
    variant: search.get('variant'),
    copy: search.get('copy'),
    counterparty_id: search.get('counterparty_id'),
  }));
  const draft = useDraft(asked);
  const place = { project_id: project_id ?? '', role: isDropshipping ? ('Client' as const) : (role ?? 'Client') };
  // the first step shows them: as they came they would move its button from under the pointer
  const areSuppliersKnown = hasFirstAnswer(useSupplierChoice(place.role === 'Client'));
  if (draft.data && areSuppliersKnown) return <NewOrder place={place} draft={draft.data} />;
  return (
    <Page title={f.newTitle} crumbs={[{ to: '/cp/orders', label: t.title }]}>
      <Loaded query={draft}>{() => <LinesSkeleton />}</Loaded>
    </Page>
  );
}

function NewOrder({ place, draft }: { place: OrderPlace; draft: Draft }) {
  const t = useText(text);
  const f = useText(formText);
  const m = useText(marksText);
  const ofOrder = useFields(place.project_id, 'order');
  // beside the form's values: whoever goes through the steps or is refused finds them again
  const [receipts, setReceipts] = useState(NO_FILES);
  const { form, shortage, saveDraft, go } = useNewOrder(place, draft, ofOrder, receipts);
  const [infos, setInfos] = useState(draft.infos);
  const learn = (id: string, info: LineInfo) => setInfos((before) => ({ ...before, [id]: info }));
  const fields = form as unknown as OrderForm;
  useRecipientFollowsCustomer(fields);
  const values = fields.watch();
  const lines = values.items as Line[];
  const sums = usePrice(place.project_id, values);
  const isClient = place.role === 'Client';
  const supplier = useSuppliers().find(({ id, friendly_id }) => [id, friendly_id].includes(place.project_id));
  const [tried, setTried] = useState(false);
  const missing = tried && place.project_id === '';
  const steps: FormStep[] = [
    {
      title: isClient ? f.stepSupplier : f.stepParty,
      ready: () => {
        setTried(true);
        return place.project_id !== '';
      },
      content: isClient ? (
        <SupplierChoice
          missing={missing}
          place={place}
          fields={fields}
          lines={lines}
          next={() => go(1)}
          forget={() => setReceipts(NO_FILES)}
        />
      ) : (
        <CounterpartyStep
          project_id={place.project_id}
          value={values.counterparty_id || null}
          onChange={(id) => fields.setValue('counterparty_id', id ?? '')}
        />
      ),
    },
    {
      title: f.stepItems,
      fields: STEPS[1] ?? [],
      content: (
        <Section title={f.stepItems} flush>
          <ItemsEditor
            {...fields.field('items')}
            {...{ infos, learn, shortage }}
            project_id={place.project_id}
            preview={sums}
          />
        </Section>
      ),
    },
    {
      title: f.stepCustomer,
      fields: STEPS[2] ?? [],
      ready: () => sums.promo_refused === null,
      content: (
        <Stack gap="md">
          <SimpleGrid cols={1} spacing="md">
            <CustomerFields form={fields} required place={place} />
            <DeliveryFields form={fields} required place={place} />
            <FieldsForm fields={ofOrder} at={fields.field('fields')} projectId={place.project_id} />
            <MarksFields form={fields} place={place} withReservation />
            <PrepaymentFields
              form={fields}
              sum={sums.customer_sum}
              receipts={
                can(place.role, 'files.upload') && (
                  <Uploads
                    projectId={place.project_id}
                    files={receipts}
                    onChange={setReceipts}
                    accept={RECEIPT_TYPES}
                    hint={m.receiptHint}
                    most={contract.MAX_RECEIPTS}
                  />
                )
              }
            />
            <CodFields form={fields} cod={sums.cod} isOld={sums.isOld} />
            <MoneyFields form={fields} withPromo withComment promoRefused={sums.promo_refused} />
          </SimpleGrid>
        </Stack>
      ),
    },
  ];
  return (
    <Page
      title={f.newTitle}
      crumbs={[{ to: '/cp/orders', label: t.title }]}
      {...(draft.copied === null ? {} : { subtitle: f.copyOf(draft.copied) })}
      secondary={
        place.project_id !== '' && (
          <Button variant="default" onClick={() => void saveDraft()} loading={form.isSaving}>
            {f.saveDraft}
          </Button>
        )
      }
    >
      {isClient && <TakesNoOrders supplier={supplier} />}
      {draft.skipped > 0 && <Alert color="yellow">{f.skipped(draft.skipped)}</Alert>}
      {draft.dropped && <Alert color="yellow">{f.codeDropped(draft.dropped.promo_code, draft.dropped.why)}</Alert>}
      <Form form={form}>
        <Steps
          form={form as unknown as StepsForm}
          steps={steps}
          summary={
            <Summary place={place} values={values} infos={infos} lines={lines} sums={sums} receipts={receipts} />
          }
          submitLabel={f.send}
          back="/cp/orders"
        />
      </Form>
    </Page>
  );
}

/** The form with its two ways out: sent with everything that is needed, or kept as a draft with what there is. */
function useNewOrder(
  place: OrderPlace,
  draft: Draft,
  ofOrder: readonly TemplateField[],
  uploaded: readonly UploadedFile[],
) {
  const { locale } = useLocale();
  const latest = useRef(ofOrder);
  latest.current = ofOrder;
  const f = useText(formText);
  const navigate = useNavigate();
  const { isDropshipping } = useSession();
  const [search, setSearch] = useSearchParams();
  const [shortage, setShortage] = useState<Shortage>({});
  const isDraft = useRef(false);
  const schema = useMemo(
    () =>
      newOrderSchema(
        () => isDraft.current,
        () => latest.current,
        locale,
      ),
    [locale],
  );
  const create = useAction(contract.createOrder, { quiet: true });
  const go = (step: number) =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      after.set('step', String(step));
      return after;
    });
  const form = useEntityForm({
    schema,
    initial: { ...draft.start },
    submit: async ({ values }) => {
      const { project_id } = place;
      try {
        const { fields: typed, ...plain } = values;
        const filled = filledFields(typed ?? {});
        const receipts = uploaded.map(({ file_name }) => file_name);
        const body = {
          ...plain,
          ...(filled ? { fields: filled } : {}),
          ...(receipts.length > 0 ? { receipts } : {}),
          send: !isDraft.current,
        };
        return await create.mutateAsync({ params: { project_id }, body });
      } catch (error) {
        setShortage(shortageOf(error));
        if (error instanceof CallError && error.code === 'stock.short') go(1);
        throw error;
      }
    },
    onSaved: (order) => {
      notifySuccess(order.status === 'Draft' ? f.draftSaved : f.sent);
      void navigate(orderPath(order.id, isDropshipping ? place.project_id : null));
    },
  });
  /** A complaint about a field of an earlier step would not be seen from the summary. */
  const checkAll = async () => {
    for (const [step, names] of STEPS.entries()) {
      if (await form.checkFields(names as never)) continue;
      go(step);
      return false;
    }
    return true;
  };
  const atSummary = Number(search.get('step') ?? 0) >= STEPS.length;
  const framed: typeof form = {
    ...form,
    checkFields: (names) => {
      isDraft.current = false;
      return form.checkFields(names);
    },
    submit: (event) => {
      // Enter in a field of an earlier step must not send the order.
      event?.preventDefault();
      if (!atSummary) return;
      isDraft.current = false;
      void checkAll().then((fine) => fine && form.submit());
    },
  };
  const saveDraft = async () => {
    // a receipt that is still being sent belongs to the draft
    if (!((await form.files.settled()) ?? true)) return;
    isDraft.current = true;
    if (await checkAll()) form.submit();
  };
  return { form: framed, shortage, saveDraft, go };
}

interface SupplierChoiceProps {
  place: OrderPlace;
  fields: OrderForm;
  lines: readonly Line[];
  next: () => void;
  /** Files that were uploaded to the other supplier. */
  forget: () => void;
  missing: boolean;
}

/** Another supplier has other products: chosen lines go, and that is asked. */
function SupplierChoice({ place, fields, lines, next, forget, missing }: SupplierChoiceProps) {
  const f = useText(formText);
  const confirm = useConfirm();
  const { isDropshipping } = useSession();
  const [, setSearch] = useSearchParams();
  const choose = async (project_id: string, replace: boolean) => {
    if (project_id === place.project_id) return next();
    if (lines.length > 0) {
      const answer = await confirm({ title: f.changeSupplier, effects: [f.linesGo(lines.length)] });
      if (!answer) return;
      fields.setValue('items', []);
    }
    // another supplier has other fields, too
    fields.setValue('fields', {});
    forget();
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('project', project_id);
        after.delete('variant');
        after.delete('copy');
        after.set('step', '1');
        return after;
      },
      { replace },
    );
  };
  return (
    <SupplierStep
      value={place.project_id}
      fixed={!isDropshipping}
      missing={missing}
      choose={(id, replace = false) => void choose(id, replace)}
    />
  );
}
