import * as contract from '@lanka/domain/operator/contract';
import { Button, Text } from '@mantine/core';
import { IconCheck, IconMail } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Phone } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { Contact, Deeds, OnlyStaff, ROOT, UserLink, Words } from './parts';
import { kindNames, messageStatus, text } from './text';

/** `/cp/operator/messages/:id` */
export const MessagePage = () => (
  <OnlyStaff>
    <Message />
  </OnlyStaff>
);

function Message() {
  const { id = '' } = useParams();
  const message = useCall(contract.readMessage, { params: { id } });
  return <Loaded query={message}>{(data) => <Shown message={data} />}</Loaded>;
}

function Shown({ message }: { message: contract.Message }) {
  const t = useText(text);
  const kinds = useText(kindNames);
  const isNew = message.status === 'new';
  const update = useAction(contract.updateMessage, {
    success: isNew ? t.markedDone : t.markedNew,
  });
  const mark = (status: contract.Message['status']) => update.mutate({ params: { id: message.id }, body: { status } });
  return (
    <Page
      title={message.name}
      crumbs={[{ to: `${ROOT}/messages`, label: t.messages }]}
      status={<StatusBadge table={messageStatus} value={message.status} size="lg" />}
      subtitle={kinds[message.kind]}
      action={isNew && { label: t.markDone, icon: IconCheck, loading: update.isPending, onClick: () => mark('done') }}
      secondary={
        isNew ? (
          message.email_phone.includes('@') && (
            <Button
              component="a"
              href={`mailto:${message.email_phone}`}
              variant="default"
              leftSection={<IconMail size={18} />}
            >
              {t.answer}
            </Button>
          )
        ) : (
          <Button variant="default" loading={update.isPending} onClick={() => mark('new')}>
            {t.markNew}
          </Button>
        )
      }
      side={<Facts message={message} />}
    >
      <Section title={t.words}>
        {message.comment ? <Words>{message.comment}</Words> : <Text c="dimmed">{t.noComment}</Text>}
      </Section>
      <Deeds subjectId={message.id} />
    </Page>
  );
}

function Facts({ message }: { message: contract.Message }) {
  const t = useText(text);
  return (
    <KeyFacts
      facts={[
        { label: t.contact, value: <Contact value={message.email_phone} /> },
        { label: t.phone, value: <Phone number={message.phone_number} />, hidden: !message.phone_number },
        { label: t.region, value: message.region, hidden: !message.region },
        { label: t.user, value: message.user ? <UserLink user={message.user} /> : t.visitor },
        { label: t.consent, value: message.consent ? t.yes : t.no, hidden: !message.user },
        { label: t.language, value: t.languages[message.locale] },
        { label: t.received, value: <DateTime at={message.created_at} /> },
        { label: t.doneBy, value: <UserLink user={message.done_by} />, hidden: !message.done_by },
      ]}
    />
  );
}
