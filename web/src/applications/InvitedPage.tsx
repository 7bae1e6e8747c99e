import { joinPath, readInviter } from '@lanka/domain/applications/links';
import { Avatar, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { AuthFrame, leadingOn } from '../identity';
import { CallError } from '../kit/http/call';
import { useCall } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { EmptyState, FailedState, LinesSkeleton } from '../kit/page/states';
import { remembered } from '../kit/storage';
import { useText } from '../kit/text';
import { text } from './text';

/** `/cp/join/…`: what a stranger sees first of a link that was handed out; whoever is signed in goes on at once. */
export function InvitedPage() {
  const { token = '' } = useParams();
  const [signedIn] = useState(() => remembered('accessToken') !== null);
  return signedIn ? <Navigate to={joinPath(token)} replace /> : <Stranger token={token} />;
}

function Stranger({ token }: { token: string }) {
  const t = useText(text);
  const inviter = useCall(readInviter, { params: { token } });
  const toSignIn = leadingOn('/cp/signin', joinPath(token));
  const isOver = inviter.error instanceof CallError && inviter.error.code === 'join_links.over';
  if (inviter.error && !isOver)
    return (
      <AuthFrame plain title={t.supplier}>
        <FailedState error={inviter.error} retry={inviter.refetch} />
      </AuthFrame>
    );
  if (inviter.error)
    return (
      <AuthFrame plain title={t.invitedFailed}>
        <div role="alert">
          <EmptyState
            drawing="broken"
            order={1}
            title={t.invitedFailed}
            text={messageOf(inviter.error)}
            action={
              <Button component={Link} to={toSignIn} variant="default">
                {t.invitedSignIn}
              </Button>
            }
          />
        </div>
      </AuthFrame>
    );
  if (!inviter.data)
    return (
      <AuthFrame plain title={t.supplier}>
        <LinesSkeleton lines={4} />
      </AuthFrame>
    );
  const { title, logo_url } = inviter.data;
  return (
    <AuthFrame title={t.invitedBy(title)}>
      <Stack gap="lg">
        <Group wrap="nowrap" align="flex-start">
          <Avatar src={logo_url} name={title} radius="md" size="lg" alt="" />
          <Text>{t.invitedText}</Text>
        </Group>
        <Group>
          <Button component={Link} to={leadingOn('/cp/signup', joinPath(token))}>
            {t.invitedSignUp}
          </Button>
          <Button component={Link} to={toSignIn} variant="default">
            {t.invitedSignIn}
          </Button>
        </Group>
      </Stack>
    </AuthFrame>
  );
}
