/**
 * The frame of a screen: where am I (breadcrumbs, title), what next (one primary action, the rest in a menu).
 *
 *   <Page
 *     title="№ 1024"
 *     crumbs={[{ to: '/cp/orders', label: t.orders }]}
 *     status={<StatusBadge … />}
 *     action={{ label: t.create, to: '/cp/orders/new', icon: IconPlus }}
 *     menu={[{ label: t.delete, onClick: remove, danger: true }]}
 *     side={<KeyFacts facts={[…]} />}
 *   >…</Page>
 */
import { ActionIcon, Anchor, Box, Breadcrumbs, Button, Group, Stack, Text, Title, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconDots } from '@tabler/icons-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { currentLocale, useText } from '../text';
import { words } from '../words';
import { useFirstLoadOver } from './first-load';
import { PageColumns } from './page-columns';
import { PageToolsContext } from './page-tools';

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

export interface PageAction {
  label: string;
  to?: string;
  onClick?: () => void;
  icon?: Icon;
  loading?: boolean;
  /** Why it cannot be done now: the action is shown disabled and says so. */
  disabledReason?: string | null | undefined;
}

export interface MenuEntry extends PageAction {
  danger?: boolean;
  hidden?: boolean;
}

interface PageProps {
  title: string;
  /** Instead of the title in the heading, when it is more than text. */
  heading?: ReactNode;
  crumbs?: readonly { to: string; label: string }[];
  status?: ReactNode;
  subtitle?: ReactNode;
  action?: PageAction | false | undefined;
  /** Stand beside the primary action, plain. One or two, the rest belongs in the menu. */
  secondary?: ReactNode;
  menu?: readonly MenuEntry[];
  /** The page is one list: its search and filters stand beside the title, and as many rows as can be on the screen. */
  list?: boolean;
  /** Forms read better when they are not as wide as the window. */
  narrow?: boolean;
  /** The side column of a detail page; null: it has none now, but may have one when the window is wider. */
  side?: ReactNode;
  children: ReactNode;
}

/** `Замовлення – Ланка` in the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${currentLocale() === 'ua' ? 'Ланка' : 'Lanka'}`;
  }, [title]);
}

export function Page({
  title,
  heading,
  crumbs,
  status,
  subtitle: about,
  action,
  secondary,
  menu,
  list,
  narrow,
  side,
  children,
}: PageProps) {
  useDocumentTitle(title);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const subtitle = about && (
    <Text c="dimmed" mt={4} component="div" className="page-subtitle">
      {about}
    </Text>
  );
  const entries = (menu ?? []).filter((entry) => !entry.hidden);
  return (
    <Stack gap="md" className="page" data-narrow={narrow || undefined} data-list={list || undefined}>
      <div>
        {crumbs && crumbs.length > 0 && <Crumbs crumbs={crumbs} />}
        <Group justify="space-between" align="center" gap="sm" className="page-head">
          <Box miw={0} className="page-title">
            <Group gap="sm" align="center">
              <Title order={1} size="h2" className="wrap-anywhere">
                {heading ?? title}
              </Title>
              {status}
            </Group>
            {!list && subtitle}
          </Box>
          {list && <div className="page-tools" ref={setTools} />}
          {(action || secondary || entries.length > 0) && (
            <Group gap="xs" wrap="nowrap" className="page-actions">
              {secondary}
              {action && <ActionButton {...action} />}
              {entries.length > 0 && <FurtherActions entries={entries} />}
            </Group>
          )}
        </Group>
        {list && subtitle}
      </div>
      <PageToolsContext value={list ? tools : undefined}>
        {side === undefined ? children : <PageColumns side={side}>{children}</PageColumns>}
      </PageToolsContext>
    </Stack>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly { to: string; label: string }[] }) {
  const t = useText(words);
  return (
    <Breadcrumbs component="nav" aria-label={t.crumbs} mb={4} separator="/" fz="sm">
      {crumbs.map((crumb, i) => (
        <Anchor key={crumb.to} component={Link} to={crumb.to} size="sm" className="crumb">
          {i === crumbs.length - 1 && <IconChevronLeft size={14} aria-hidden />}
          {crumb.label}
        </Anchor>
      ))}
    </Breadcrumbs>
  );
}

/** A button that leads somewhere or does something, and says why when it cannot. */
export function ActionButton({
  label,
  to,
  onClick,
  icon: IconShown,
  loading,
  disabledReason,
  variant = 'filled',
}: PageAction & { variant?: string }) {
  const leftSection = IconShown ? <IconShown size={18} /> : undefined;
  if (disabledReason) {
    // Not `disabled`: a disabled button takes no focus, so its reason could not be read with the keyboard.
    return (
      <Tooltip label={disabledReason} multiline maw={300}>
        <Button
          variant={variant}
          leftSection={leftSection}
          data-disabled
          aria-disabled
          onClick={(e) => e.preventDefault()}
        >
          {label}
        </Button>
      </Tooltip>
    );
  }
  if (to) {
    return (
      <Button variant={variant} component={Link} to={to} leftSection={leftSection}>
        {label}
      </Button>
    );
  }
  return (
    <Button variant={variant} onClick={onClick} loading={loading ?? false} leftSection={leftSection}>
      {label}
    </Button>
  );
}

const PageMenu = lazy(async () => ({ default: (await import('./PageMenu')).PageMenu }));

/** The menu comes after the page, or when somebody goes for it; who pressed before it was there finds it open. */
function FurtherActions({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useText(words);
  const firstLoadOver = useFirstLoadOver();
  const [wanted, setWanted] = useState<'no' | 'near' | 'pressed'>('no');
  // looks as the menu's button does, so that nothing moves when the menu has come
  const toCome = (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={t.more}
      aria-haspopup="menu"
      onPointerEnter={() => setWanted('near')}
      // the menu may come between the press and its end, and no click is told of then
      onMouseDown={() => setWanted('pressed')}
      onClick={() => setWanted('pressed')}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
  if (!firstLoadOver && wanted === 'no') return toCome;
  return (
    <Suspense fallback={toCome}>
      <PageMenu entries={entries} defaultOpened={wanted === 'pressed'} />
    </Suspense>
  );
}
