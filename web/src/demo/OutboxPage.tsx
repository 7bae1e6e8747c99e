import { listDemoMails, readDemoMail } from '@lanka/domain/demo/contract';
import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { DateTime } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useList } from '../kit/list/list';
import { Paging } from '../kit/list/paging';
import { useDocumentTitle } from '../kit/page/page';
import { EmptyState, FailedState, LinesSkeleton, Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { DemoFrame } from './DemoFrame';
import { partsOf } from './letter';
import { text } from './text';

/** `/cp/outbox`: the letters that a demo does not send. */
export function OutboxPage() {
  const t = useText(text);
  useDocumentTitle(t.outbox);
  const list = useList(listDemoMails, {});
  const body = () => {
    if (list.error) return <FailedState error={list.error} retry={list.retry} />;
    if (list.isLoading) return <LinesSkeleton />;
    if (list.items.length === 0) return <EmptyState drawing="mail" title={t.empty} text={t.emptyText} />;
    return (
      <Paper withBorder radius="md" component="ul" className="outbox-list">
        {list.items.map(({ id, subject, recipient, created_at }) => (
          <li key={id}>
            <div>
              <Anchor component={Link} to={`/cp/outbox/${id}`} fw={500} className="wrap-anywhere">
                {subject}
              </Anchor>
              <Text size="sm" c="dimmed" className="wrap-anywhere">
                {t.to(recipient)}
              </Text>
            </div>
            <DateTime at={created_at} size="sm" c="dimmed" />
          </li>
        ))}
      </Paper>
    );
  };
  return (
    <DemoFrame>
      <Stack gap="md">
        <div>
          <Title order={1} size="h2">
            {t.outbox}
          </Title>
          <Text c="dimmed" mt={4}>
            {t.outboxText}{' '}
            <Anchor component={Link} to="/cp/letters" underline="always">
              {t.toLetters}
            </Anchor>
          </Text>
        </div>
        {body()}
        <Paging list={list} />
      </Stack>
    </DemoFrame>
  );
}

/** One letter. Its text is shown as text, so nothing in it can run; the button is a plain link. */
export function LetterPage() {
  const t = useText(text);
  const { id = '' } = useParams();
  const letter = useCall(readDemoMail, { params: { id } });
  useDocumentTitle(letter.data?.subject ?? t.outbox);
  return (
    <DemoFrame>
      <Stack gap="md">
        <div>
          <Button component={Link} to="/cp/outbox" variant="subtle" leftSection={<IconArrowLeft size={18} />} ml={-12}>
            {t.toList}
          </Button>
        </div>
        <Loaded query={letter}>
          {({ subject, recipient, created_at, plain }) => (
            <Paper withBorder radius="md" p={{ base: 'md', sm: 'xl' }} component="article">
              <Title order={1} size="h3" className="wrap-anywhere">
                {subject}
              </Title>
              <Text size="sm" c="dimmed" mt={4} mb="lg" className="wrap-anywhere">
                {t.to(recipient)} · <DateTime at={created_at} />
              </Text>
              <Stack gap="md">
                {partsOf(plain).map((part) =>
                  'foot' in part ? (
                    <Text key={part.foot} size="sm" c="dimmed" className="wrap-anywhere letter-foot">
                      {part.foot}
                    </Text>
                  ) : 'url' in part ? (
                    <div key={part.url}>
                      <Button component="a" href={part.url}>
                        {part.label}
                      </Button>
                    </div>
                  ) : (
                    <Text key={part.text} className="wrap-anywhere letter-text">
                      {part.text}
                    </Text>
                  ),
                )}
              </Stack>
            </Paper>
          )}
        </Loaded>
      </Stack>
    </DemoFrame>
  );
}
