/** The signed-in shell (specification §2.4): top bar, sidebar, side panel, bottom bar, palette. */
import { ActionIcon, Affix, Button, Kbd, Transition, UnstyledButton } from '@mantine/core';
import { useHotkeys, useWindowScroll } from '@mantine/hooks';
import { IconArrowUp, IconBuildingStore, IconMenu2, IconMessage2, IconSearch, IconUser } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { SessionProvider } from '../identity';
import { useLive } from '../kit/http/query';
import { setPlansPage } from '../kit/overlay/notify';
import { SidePanelOutlet, SidePanelProvider } from '../kit/overlay/panel';
import { useFirstLoadOver } from '../kit/page/first-load';
import { Logo } from '../kit/page/Logo';
import { ErrorBoundary, LinesSkeleton } from '../kit/page/states';
import { PaletteProvider, usePalette } from '../kit/palette/palette';
import { ReportContext, useReport } from '../kit/report';
import { useSession } from '../kit/session';
import { inSidebarOrder, sidebarFor, useSlices } from '../kit/slice';
import { LocaleProvider, useLocale, useText } from '../kit/text';
import { words } from '../kit/words';
import type { DrawerName } from './Drawers';
import { Notices } from './Notices';
import { ProjectSwitcher } from './ProjectSwitcher';
import { Sidebar } from './Sidebar';
import { text } from './text';
import { UserMenu } from './UserMenu';

/** Specification §9, Scroll-to-top threshold, in pixels. */
const TO_TOP_AFTER = 1500;

export function Shell() {
  return (
    <LocaleProvider fixed="ua">
      <SessionProvider>
        <SidePanelProvider>
          <Reporting>
            <Frame />
          </Reporting>
        </SidePanelProvider>
      </SessionProvider>
    </LocaleProvider>
  );
}

/** The feedback form, for whoever has something to say and for a crash that has something to report. */
function Reporting({ children }: { children: ReactNode }) {
  const [facts, setFacts] = useState<string | null>(null);
  const [opened, setOpened] = useState(false);
  const report = useCallback((text: string) => {
    setFacts(text);
    setOpened(true);
  }, []);
  return (
    <ReportContext value={report}>
      {children}
      {/* the form is loaded when it is first asked for */}
      {facts !== null && (
        <Suspense fallback={null}>
          <FeedbackModal
            opened={opened}
            close={() => setOpened(false)}
            initialText={facts === '' ? '' : `\n\n${facts}`}
          />
        </Suspense>
      )}
    </ReportContext>
  );
}

const Drawers = lazy(async () => ({ default: (await import('./Drawers')).Drawers }));
const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts')).Shortcuts }));
const Band = lazy(async () => ({ default: (await import('../sandbox')).Band }));
const Banner = lazy(async () => ({ default: (await import('../billing')).Banner }));
const Bell = lazy(async () => ({ default: (await import('../notices')).Bell }));
const FeedbackModal = lazy(async () => ({ default: (await import('../site')).FeedbackModal }));

/** Onboarding and invitations have no sidebar (specification §2.2). */
const isBare = (pathname: string): boolean => pathname.includes('onboarding') || pathname.startsWith('/cp/invitations');

function Frame() {
  const slices = useSlices();
  const t = useText(text);
  const session = useSession();
  const { locale } = useLocale();
  const { pathname } = useLocation();
  useLive(session.project?.id ?? null);
  const mayChangePlan = session.can('billing.manage');
  useEffect(() => setPlansPage(mayChangePlan ? '/cp/billing' : null), [mayChangePlan]);
  const [help, setHelp] = useState<boolean | null>(null);
  // where it is typed with Shift and where it is not
  useHotkeys([
    ['shift+?', () => setHelp(true)],
    ['?', () => setHelp(true)],
  ]);
  const entries = useMemo(() => sidebarFor(slices, session), [slices, session]);
  const inOrder = useMemo(() => inSidebarOrder(slices), [slices]);
  const sources = useMemo(
    () => ({
      pages: entries.map((entry) => ({ id: `page-${entry.id}`, label: entry.label[locale], to: entry.to })),
      commands: [
        ...inOrder.flatMap((slice) => slice.commands?.(session, locale) ?? []),
        { id: 'shortcuts', label: t.shortcuts, hint: '?', run: () => setHelp(true) },
      ],
      searches: inOrder.flatMap((slice) => (slice.search ? [slice.search(locale)] : [])),
    }),
    [entries, inOrder, session, locale, t],
  );
  const bare = isBare(pathname);
  const drawers = useDrawers();
  const content = useRef<HTMLElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of page, but for the first
  useEffect(() => {
    if (first.current) first.current = false;
    // what has the focus on the new page already keeps it
    else if (!content.current?.contains(document.activeElement)) content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <PaletteProvider sources={sources}>
      <a href="#content" className="skip-link">
        {t.skip}
      </a>
      <TopBar />
      {!bare && (
        <div className="sidebar">
          <Sidebar entries={entries} switchProject={() => drawers.open('project')} />
        </div>
      )}
      <div className="workspace" data-bare={bare || undefined}>
        <main id="content" tabIndex={-1} ref={content}>
          <Notices />
          {/* by the edge of the page's own Suspense it would wait for the page */}
          <Suspense>{session.project?.sandbox_until && <Band />}</Suspense>
          <Suspense>{(session.project?.restriction ?? session.user.restriction) && <Banner />}</Suspense>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<LinesSkeleton />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        <SidePanelOutlet />
      </div>
      <BottomBar open={drawers.open} bare={bare} />
      {/* loaded when the first of them is opened */}
      {drawers.ever && (
        <Suspense>
          <Drawers {...drawers} entries={entries} />
        </Suspense>
      )}
      {help !== null && (
        <Suspense>
          <Shortcuts opened={help} close={() => setHelp(false)} />
        </Suspense>
      )}
      <ToTop />
    </PaletteProvider>
  );
}

function TopBar() {
  const t = useText(text);
  const openPalette = usePalette();
  const navigation = useNavigation();
  const over = useFirstLoadOver();
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
  return (
    <header className="top-bar">
      {navigation.state !== 'idle' && <div className="top-progress" aria-hidden />}
      <Link to="/cp" className="top-logo">
        <Logo />
      </Link>
      <div className="from-lg">
        <ProjectSwitcher />
      </div>
      <div className="top-space" />
      <UnstyledButton className="top-search" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={18} aria-hidden />
        <span className="top-search-label">{t.search}</span>
        <Kbd size="xs" className="top-search-keys" aria-hidden>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <span className="top-bell">
        {over && (
          <Suspense fallback={null}>
            <Bell />
          </Suspense>
        )}
      </span>
      <div className="from-lg">
        <FeedbackButton />
      </div>
      <div className="from-lg">
        <UserMenu />
      </div>
    </header>
  );
}

function FeedbackButton() {
  const t = useText(text);
  const report = useReport();
  return (
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconMessage2 size={18} aria-hidden />}
      onClick={() => report?.('')}
    >
      {t.feedback}
    </Button>
  );
}

/** Which drawer stands over the page, and whether any ever did. */
function useDrawers() {
  const [opened, setOpened] = useState<DrawerName | null>(null);
  const [ever, setEver] = useState(false);
  const open = (name: DrawerName) => {
    setEver(true);
    setOpened(name);
  };
  return { opened, ever, open, close: () => setOpened(null) };
}

function BottomBar({ open, bare }: { open: (name: DrawerName) => void; bare: boolean }) {
  const t = useText(text);
  return (
    <nav className="bottom-bar" aria-label={t.quick}>
      {!bare && <BottomButton icon={<IconMenu2 size={22} />} label={t.menu} onClick={() => open('menu')} />}
      <BottomButton icon={<IconBuildingStore size={22} />} label={t.project} onClick={() => open('project')} />
      <BottomButton icon={<IconUser size={22} />} label={t.profile} onClick={() => open('user')} />
    </nav>
  );
}

function BottomButton({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <UnstyledButton className="bottom-button" onClick={onClick} aria-haspopup="dialog">
      {icon}
      <span>{label}</span>
    </UnstyledButton>
  );
}

function ToTop() {
  const t = useText(words);
  const [{ y }, scrollTo] = useWindowScroll();
  return (
    <Affix position={{ bottom: 88, right: 24 }} zIndex={150}>
      <Transition mounted={y > TO_TOP_AFTER} transition="slide-up">
        {(style) => (
          <ActionIcon
            className="to-top"
            style={style}
            size={44}
            radius="xl"
            variant="default"
            aria-label={t.toTop}
            onClick={() => scrollTo({ y: 0 })}
          >
            <IconArrowUp size={20} />
          </ActionIcon>
        )}
      </Transition>
    </Affix>
  );
}
