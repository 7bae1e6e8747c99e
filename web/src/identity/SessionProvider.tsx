import { type CurrentUser, currentUser, signOut } from '@lanka/domain/identity/session';
import { can, type Permission } from '@lanka/domain/kit/permissions';
import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { isClosedInSandbox } from '@lanka/domain/kit/sandbox';
import { Center, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, isMaintenance, MAINTENANCE } from '../kit/http/call';
import { callKey, useCall } from '../kit/http/query';
import { useKnownRoute } from '../kit/page/routes';
import { FailedState } from '../kit/page/states';
import { type Session, SessionContext } from '../kit/session';
import { forgetSession, remember, remembered } from '../kit/storage';
import { ThemeWords } from '../kit/ThemeWords';
import { LocaleProvider, useText } from '../kit/text';
import { words } from '../kit/words';
import { askedWorkspace, chooseProject, isDropshipper, startOf } from './choose_project';

const MaintenancePage = lazy(async () => ({ default: (await import('./MaintenancePage')).MaintenancePage }));

/** Reads the current user and chooses the workspace; what stands inside can `useSession()`. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const t = useText(words);
  const me = useCall(currentUser, {}, { staleTime: 60_000 });
  const { refetch } = me;
  useEffect(() => {
    // the switch may be turned while a page is open: then the next call that is refused asks here
    const ask = () => void refetch();
    window.addEventListener(MAINTENANCE, ask);
    return () => window.removeEventListener(MAINTENANCE, ask);
  }, [refetch]);
  if (isMaintenance(me.error)) {
    return (
      <Suspense>
        <MaintenancePage error={me.error} retry={() => void refetch()} />
      </Suspense>
    );
  }
  // 401 has already led to the sign-in page (kit/call); there is nothing to show for it.
  if (me.data) {
    const { locale, locales } = me.data;
    // the shell speaks Ukrainian unless the deployment lets users choose (specification §1)
    return (
      <LocaleProvider fixed={locales.includes(locale) ? locale : 'ua'}>
        <ThemeWords>
          <Provided user={me.data}>{children}</Provided>
        </ThemeWords>
      </LocaleProvider>
    );
  }
  if (me.error && !('status' in me.error && me.error.status === 401)) {
    return (
      <main>
        <FailedState error={me.error} retry={me.refetch} />
      </main>
    );
  }
  return (
    <Center h="100dvh">
      <Loader role="status" aria-label={t.loading} />
    </Center>
  );
}

function Provided({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const known = useKnownRoute();
  useState(() => {
    const asked = askedWorkspace(user, window.location.search, remembered('lastProjectId'));
    if (asked) remember('lastProjectId', asked);
  });
  const workspace = chooseProject(user, remembered('lastProjectId'));
  const project = user.projects.find(({ id }) => id === workspace) ?? null;

  useEffect(() => {
    remember('projectId', workspace);
    if (workspace) remember('lastProjectId', workspace);
    // The plan chosen on the landing page has done its work (specification §4).
    if (user.onboarded) remember('fw-subscription-plan', null);
  }, [workspace, user.onboarded]);

  const session = useMemo<Session>(() => {
    const isDropshipping = workspace === DROPSHIPPING;
    const role = isDropshipping ? 'Client' : (project?.role ?? null);
    return {
      user,
      project,
      isDropshipping,
      role,
      can: (permission: Permission) =>
        role !== null && can(role, permission) && !(project?.sandbox_until && isClosedInSandbox(permission)),
      switchTo(next, page) {
        const onboarding = '/cp/dropshipper-onboarding';
        if (next === DROPSHIPPING && !isDropshipper(user) && known(onboarding)) return navigate(onboarding);
        remember('lastProjectId', next);
        remember('projectId', next);
        const start = startOf(next, role);
        // A reload: nothing of one project may stay on screen in another (specification §4).
        window.location.assign(page ?? (known(start) ? start : '/cp'));
      },
      async signOut() {
        // Whether or not the server hears it, this browser forgets.
        await call(signOut, {}).catch(() => undefined);
        forgetSession();
        client.clear();
        window.location.assign('/');
      },
      refresh: () => client.invalidateQueries({ queryKey: [callKey(currentUser, {})[0]] }),
    };
  }, [user, project, workspace, client, navigate, known]);

  return <SessionContext value={session}>{children}</SessionContext>;
}
