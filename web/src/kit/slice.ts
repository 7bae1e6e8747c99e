/**
 * What a slice of the web is made of, in one file: `web/src/<slice>/slice.tsx` exports one manifest, `app.tsx` lists it:
 *
 *   export const orders = slice({
 *     name: 'orders',
 *     level: 7,
 *     routes: [
 *       { path: 'orders', lazy: async () => ({ Component: (await import('./OrdersPage')).OrdersPage }) },
 *       { path: 'orders/:id', lazy: async () => ({ Component: (await import('./OrderPage')).OrderPage }) },
 *     ],
 *     sidebar: [{ id: 'orders', to: '/cp/orders', label: text.title, icon: IconReceipt, group: 'sales' }],
 *   });
 *
 * Paths are below `/cp/`. Texts of the sidebar are `{ ua, en }`, because they are read outside the slice's chunk.
 */
import type { Answer, Hook, Hooks } from '@lanka/domain/kit/hooks';
import { HIDDEN_ENTRIES, type Role } from '@lanka/domain/kit/roles';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { RouteObject } from 'react-router';
import type { Icon } from './page/page';
import type { Command, SearchProvider } from './palette/palette';
import type { Session } from './session';
import type { Locale, Texts } from './text';

/** In the order of the sidebar. */
export const SIDEBAR_GROUPS = ['main', 'sales', 'warehouse', 'people', 'integrations', 'account'] as const;
export type SidebarGroup = (typeof SIDEBAR_GROUPS)[number];

/** Names of the entries that specification §6 hides by role, and the rest. */
export type SidebarId =
  | 'statistics'
  | 'reports'
  | 'wallet'
  | 'payments'
  | 'reconciliations'
  | 'offsets'
  | 'papers'
  | 'payouts'
  | 'cod'
  | 'audit'
  | 'catalogue'
  | 'products'
  | 'bookings'
  | 'manufacture-request'
  | 'turnover'
  | 'stocktakes'
  | 'replenishment'
  | 'scan'
  | 'labels'
  | 'orders'
  | 'basket'
  | 'purchases'
  | 'my-goods'
  | 'returns'
  | 'promotions'
  | 'automation'
  | 'clients'
  | 'counterparties'
  | 'applications'
  | 'news'
  | 'users-admin'
  | 'integrations'
  | 'api-access'
  | 'bot'
  | 'delivery'
  | 'delivery-own'
  | 'checkbox'
  | 'banking'
  | 'imports'
  | 'exports'
  | 'feeds'
  | 'billing'
  | 'project-setting'
  | 'dropshipper-profile'
  | 'dropshipper-billing'
  | 'become-dropshipper'
  | 'create-project'
  | 'profile'
  | 'operator';

export interface CountProps {
  /** Draws the number; nothing for 0 and while it is not known. */
  show: (count: number) => ReactNode;
}

export interface SidebarEntry {
  id: SidebarId;
  to: string;
  label: Texts<string>;
  icon: Icon;
  group: SidebarGroup;
  /** Smaller stands higher within its group; 0 by default. */
  order?: number;
  /** Beyond the table of specification §6: in dropshipping only, by permission, … */
  visible?: (session: Session) => boolean;
  /** How many wait there. Lazy, because what it asks the server is no part of the shell's first load. */
  Count?: ComponentType<CountProps>;
}

export interface Slice {
  /** As its folder. */
  name: string;
  /** What it may import: only slices of lower levels. As in its manifest of the server, where it has one. */
  level: number;
  /** Pages inside the shell, below `/cp/`. */
  routes?: RouteObject[];
  /** Pages of their own, for people who are not signed in. */
  outside?: RouteObject[];
  sidebar?: readonly SidebarEntry[];
  /** What this slice puts into pages of slices below it, which cannot import it. */
  hooks?: readonly Answer[];
  /** Stands beside every page and draws nothing. */
  Everywhere?: ComponentType;
  /** The frame around the pages, and the page `/cp`; exactly one slice has them. */
  shell?: { frame: () => Promise<ComponentType>; start: () => Promise<ComponentType> };
  /** For the palette. */
  commands?: (session: Session, locale: Locale) => readonly Command[];
  search?: (locale: Locale) => SearchProvider;
}

export const slice = (manifest: Slice): Slice => manifest;

/** Bottom up. Namespaces of modules come by the alphabet, which says nothing. */
export const ordered = (listed: Readonly<Record<string, Slice>>): readonly Slice[] =>
  Object.values(listed).sort((a, b) => a.level - b.level || a.name.localeCompare(b.name));

export const SlicesContext = createContext<{ slices: readonly Slice[]; hooks: Hooks }>({
  slices: [],
  hooks: { all: () => [] },
});

export const useSlices = (): readonly Slice[] => useContext(SlicesContext).slices;

/** What slices above put here, bottom up. */
export const useHook = <F>(asked: Hook<F>): readonly F[] => useContext(SlicesContext).hooks.all(asked);

const placeOf = ({ sidebar: [first] = [] }: Slice): number =>
  first ? SIDEBAR_GROUPS.indexOf(first.group) * 1000 + (first.order ?? 0) : Number.POSITIVE_INFINITY;

/** For the palette: what stands higher in the sidebar comes first. */
export const inSidebarOrder = (slices: readonly Slice[]): readonly Slice[] =>
  [...slices].sort((a, b) => placeOf(a) - placeOf(b) || a.level - b.level);

/** Of the one table (kit/roles); a name there that is no entry does not compile. */
const HIDDEN: Readonly<Record<Role, readonly SidebarId[]>> = HIDDEN_ENTRIES;

/**
 * The entries this person sees, in order. Producer and Stockman are not in the specification's table: they see what
 * their permissions give, which each entry's `visible` says.
 */
export function sidebarFor(slices: readonly Slice[], session: Session): SidebarEntry[] {
  const hidden = session.role ? HIDDEN[session.role] : [];
  return slices
    .flatMap((slice) => slice.sidebar ?? [])
    .filter((entry) => !hidden.includes(entry.id) && (entry.visible?.(session) ?? true))
    .sort(
      (a, b) => SIDEBAR_GROUPS.indexOf(a.group) - SIDEBAR_GROUPS.indexOf(b.group) || (a.order ?? 0) - (b.order ?? 0),
    );
}
