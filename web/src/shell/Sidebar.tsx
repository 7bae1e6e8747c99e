import { Badge, Text, UnstyledButton } from '@mantine/core';
import { IconLogout, IconSwitchHorizontal } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { formatCount } from '../kit/format';
import { useFirstLoadOver } from '../kit/page/first-load';
import { useSession } from '../kit/session';
import { SIDEBAR_GROUPS, type SidebarEntry } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { text } from './text';

interface SidebarProps {
  entries: readonly SidebarEntry[];
  onNavigate?: () => void;
  switchProject: () => void;
}

/** The sections this person sees, in groups. The same in the fixed sidebar and in the drawer. */
export function Sidebar({ entries, onNavigate, switchProject }: SidebarProps) {
  const t = useText(text);
  const { pathname } = useLocation();
  const { signOut } = useSession();
  const counted = useFirstLoadOver();
  const current = currentEntry(entries, pathname);
  return (
    <nav aria-label={t.navigation} className="sidebar-nav">
      {SIDEBAR_GROUPS.map((group) => {
        const own = entries.filter((entry) => entry.group === group);
        if (own.length === 0) return null;
        return (
          <div key={group} className="sidebar-group">
            {t[group] && (
              <Text size="xs" fw={600} c="dimmed" px="sm" pb={4}>
                {t[group]}
              </Text>
            )}
            {own.map((entry) => (
              <Entry
                key={entry.id}
                entry={entry}
                current={entry === current}
                counted={counted}
                onNavigate={onNavigate}
              />
            ))}
          </div>
        );
      })}
      <UnstyledButton className="sidebar-link" onClick={switchProject} aria-haspopup="dialog">
        <IconSwitchHorizontal size={20} stroke={1.6} aria-hidden />
        <span className="sidebar-label">{t.switchProject}</span>
      </UnstyledButton>
      <UnstyledButton className="sidebar-link" onClick={() => void signOut()}>
        <IconLogout size={20} stroke={1.6} aria-hidden />
        <span className="sidebar-label">{t.signOut}</span>
      </UnstyledButton>
    </nav>
  );
}

/** The entry whose address is the longest beginning of the page's: «Імпорт товарів» stands below «Товари». */
function currentEntry(entries: readonly SidebarEntry[], pathname: string): SidebarEntry | undefined {
  return entries
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .sort((a, b) => b.to.length - a.to.length)[0];
}

const showCount = (count: number) =>
  count > 0 ? (
    <Badge size="sm" variant="filled" circle={count < 10}>
      {formatCount(count)}
    </Badge>
  ) : null;

interface EntryProps {
  entry: SidebarEntry;
  current: boolean;
  counted: boolean;
  onNavigate: (() => void) | undefined;
}

function Entry({ entry, current, counted, onNavigate }: EntryProps) {
  const { locale } = useLocale();
  const { icon: Icon, Count } = entry;
  return (
    <Link
      to={entry.to}
      className="sidebar-link"
      aria-current={current ? 'page' : undefined}
      {...(onNavigate ? { onClick: onNavigate } : {})}
    >
      <Icon size={20} stroke={1.6} />
      <span className="sidebar-label">{entry.label[locale]}</span>
      {Count && counted && (
        <Suspense fallback={null}>
          <Count show={showCount} />
        </Suspense>
      )}
    </Link>
  );
}
