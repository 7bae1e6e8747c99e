import { acceptInvitation, readInvitation } from '@lanka/domain/projects/contract';
import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AuthFrame } from '../identity';
import { call } from '../kit/http/call';
import { messageOf } from '../kit/overlay/notify';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { text } from './text';

/**
 * Invitation acceptance (specification §4): without a token the error at once, else loading, then on or the error.
 * The flag that opens the dropshipping workspace is for dropshippers; an invited colleague belongs into the project.
 */
export function InvitationPage() {
  const t = useText(text);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  // A query rather than an action: it is asked once for a token, however often the page is drawn.
  const accepted = useQuery({
    queryKey: ['accept', token],
    queryFn: async () => {
      const { role } = await call(readInvitation, { params: { token } });
      return { ...(await call(acceptInvitation, { params: { token } })), role };
    },
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (!accepted.data) return;
    const { reset_password_url, role } = accepted.data;
    if (reset_password_url) window.location.assign(reset_password_url);
    else navigate('/cp/signin', { replace: true, state: { selectMyDropshipping: role === 'Client' } });
  }, [accepted.data, navigate]);

  if (token === '' || accepted.error) {
    return (
      <AuthFrame plain title={t.invitationFailedTitle}>
        <div role="alert">
          <EmptyState
            drawing="broken"
            order={1}
            title={t.invitationFailedTitle}
            text={token === '' ? t.invitationNoToken : messageOf(accepted.error)}
            action={
              <Button component={Link} to="/cp/signin" variant="default">
                {t.toSignIn}
              </Button>
            }
          />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame plain title={t.invitationLoadingTitle}>
      <div role="status">
        <EmptyState
          drawing="mail"
          order={1}
          title={t.invitationLoadingTitle}
          text={t.invitationLoadingText}
          action={<Loader size="sm" />}
        />
      </div>
    </AuthFrame>
  );
}
