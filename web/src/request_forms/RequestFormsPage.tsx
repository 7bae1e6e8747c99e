import * as contract from '@lanka/domain/request_forms/contract';
import { Button, Modal, Text } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ApiTabs } from '../api_keys';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { DateTime, Phone } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { PhoneField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useOpened } from '../kit/page/opened';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { requestStatus, text } from './text';

export const REQUESTS = '/cp/integrations/api/requests';

/** `/cp/integrations/api/requests` (specification §2.3, API access): what visitors of the own site have sent. */
export function RequestFormsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const adding = useOpened('new');
  const list = useList(contract.listRequestForms, { params: { project_id } });
  const counts = useCall(contract.countRequestForms, { params: { project_id } });
  return (
    <Page
      list
      title={t.title}
      action={{ label: t.add, icon: IconPlus, onClick: adding.open }}
      menu={[{ label: t.form, icon: IconForms, to: `${REQUESTS}/form`, hidden: !can('request_forms.setup') }]}
    >
      <ApiTabs />
      <StatusTabs
        list={list}
        name="status"
        table={requestStatus}
        all={t.all}
        {...(counts.data ? { counts: counts.data } : {})}
      />
      <DataTable
        id="request-forms"
        label={t.title}
        list={list}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `${REQUESTS}/${id}`}
        tools={<SearchField list={list} placeholder={t.search} />}
        empty={
          <EmptyState
            drawing="connect"
            title={t.empty}
            text={t.emptyText}
            action={
              can('request_forms.setup') && (
                <Button component={Link} to={`${REQUESTS}/form`}>
                  {t.form}
                </Button>
              )
            }
          />
        }
      />
      <Modal opened={adding.opened} onClose={adding.close} title={t.add} size="lg" centered>
        <NewRequest close={adding.close} />
      </Modal>
    </Page>
  );
}

function useColumns(): Column<contract.RequestForm>[] {
  const t = useText(text);
  return [
    { id: 'name', title: t.name, cut: true, render: ({ name }) => name },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ status }) => <StatusBadge table={requestStatus} value={status} />,
    },
    {
      id: 'contact',
      title: t.contact,
      // a number that is cut nobody can call
      render: ({ phone, email }) =>
        phone ? (
          <Phone number={phone} />
        ) : (
          <Text inherit truncate maw={200} title={email ?? ''}>
            {email}
          </Text>
        ),
    },
    { id: 'comment', title: t.comment, cut: true, share: 2, card: 'line', render: ({ comment }) => comment || '–' },
    { id: 'source', title: t.source, render: ({ source }) => t.sources[source] },
    {
      id: 'created_at',
      title: t.sentAt,
      sort: 'created_at',
      card: 'end',
      render: ({ created_at }) => <DateTime at={created_at} />,
    },
  ];
}

function NewRequest({ close }: { close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const create = useAction(contract.createRequestForm, { success: t.saved, quiet: true });
  const form = useEntityForm({
    schema: contract.CreateRequestFormBody,
    initial: { name: '', phone: '', email: '', comment: '' },
    guard: false,
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <TextField {...form.field('name')} label={t.name} required maxLength={120} autoFocus />
      <PhoneField {...form.field('phone')} label={t.phone} hint={t.contactHint} />
      <TextField {...form.field('email')} label={t.email} maxLength={254} />
      <TextareaField {...form.field('comment')} label={t.comment} maxLength={2_000} />
      <SubmitButton back={close} />
    </Form>
  );
}
