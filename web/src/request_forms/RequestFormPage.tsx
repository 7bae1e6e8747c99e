import * as contract from '@lanka/domain/request_forms/contract';
import { Anchor, Text } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Phone } from '../kit/display/values';
import { Form, FormBar } from '../kit/form/Form';
import { TextareaField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { REQUESTS } from './RequestFormsPage';
import { requestStatus, text } from './text';

/** `/cp/integrations/api/requests/:id`: what a visitor asks, and what came of it. */
export function RequestFormPage({ id }: { id: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const request = useCall(contract.readRequestForm, { params: { project_id, id } });
  if (request.data) return <Known request={request.data} />;
  return (
    <Page title={t.one} crumbs={[{ to: REQUESTS, label: t.title }]}>
      <Loaded query={request}>{() => null}</Loaded>
    </Page>
  );
}

function Known({ request }: { request: contract.RequestForm }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { id, status, version } = request;
  const isNew = status === 'new';
  const move = useAction(contract.updateRequestForm, { success: isNew ? t.done : t.again });
  const remove = useAction(contract.deleteRequestForm, { success: t.removed });
  const onMove = () =>
    move.mutate({ params: { project_id, id }, body: { status: isNew ? 'done' : 'new' }, if_match: version });
  const onRemove = async () => {
    const question = { title: t.removeTitle(request.name), effects: t.removeEffects, confirmLabel: t.remove };
    if (!(await confirm({ ...question, danger: true }))) return;
    await remove.mutateAsync({ params: { project_id, id } });
    navigate(REQUESTS);
  };
  const mayEdit = can('request_forms.edit');
  const moving = { onClick: onMove, loading: move.isPending };
  return (
    <Page
      title={request.name}
      crumbs={[{ to: REQUESTS, label: t.title }]}
      status={<StatusBadge table={requestStatus} value={status} size="lg" />}
      action={mayEdit && isNew && { label: t.markDone, icon: IconCheck, ...moving }}
      menu={[
        { label: t.markNew, icon: IconArrowBackUp, hidden: !mayEdit || isNew, ...moving },
        { label: t.remove, icon: IconTrash, danger: true, hidden: !mayEdit, onClick: () => void onRemove() },
      ]}
      side={<Facts request={request} />}
    >
      <Section title={t.comment}>
        {request.comment ? (
          <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
            {request.comment}
          </Text>
        ) : (
          <Text c="dimmed">{t.noComment}</Text>
        )}
      </Section>
      {mayEdit && <Note key={id} request={request} />}
    </Page>
  );
}

function Facts({ request }: { request: contract.RequestForm }) {
  const t = useText(text);
  const { phone, email, page_url, source, sent_by, created_at, done_at, done_by } = request;
  return (
    <KeyFacts
      facts={[
        { label: t.phone, value: <Phone number={phone} />, hidden: phone === null },
        { label: t.email, value: <Anchor href={`mailto:${email}`}>{email}</Anchor>, hidden: email === null },
        {
          label: t.page,
          value: (
            <Anchor href={page_url ?? ''} target="_blank" rel="noreferrer nofollow" className="wrap-anywhere">
              {page_url}
            </Anchor>
          ),
          hidden: page_url === null,
        },
        { label: t.source, value: t.sources[source] },
        { label: t.sentBy, value: sent_by, hidden: sent_by === null },
        { label: t.sentAt, value: <DateTime at={created_at} /> },
        { label: t.doneAt, value: <DateTime at={done_at} />, hidden: done_at === null },
        { label: t.doneBy, value: done_by, hidden: done_by === null },
      ]}
    />
  );
}

function Note({ request: { id, note, version } }: { request: contract.RequestForm }) {
  const t = useText(text);
  const project_id = useProjectId();
  const update = useAction(contract.updateRequestForm, { success: t.noteSaved, quiet: true });
  const form = useEntityForm({
    schema: contract.UpdateRequestFormBody.pick({ note: true }),
    initial: { note },
    version,
    submit: ({ changed, version: seen }) =>
      update.mutateAsync({ params: { project_id, id }, body: changed, if_match: seen }),
  });
  return (
    <Form form={form} labels={{ note: t.note }}>
      <TextareaField {...form.field('note')} label={t.note} hint={t.noteHint} maxLength={2_000} rows={4} />
      <FormBar />
    </Form>
  );
}
