/** The only wiring of the web: lists the slices, makes the routes of them. */
import { createBrowserRouter, matchRoutes, Outlet, type RouteObject, ScrollRestoration } from 'react-router';
import { audit } from './audit/slice';
import { billing } from './billing/slice';
import { catalog } from './catalog/slice';
import { demoRoutes } from './demo/slice';
import { documents } from './documents/slice';
import { feeds } from './feeds/slice';
import { identity, identityRoutes } from './identity/slice';
import { KnownRoutesContext } from './kit/routes';
import type { Slice } from './kit/slice';
import { LocaleProvider, useText } from './kit/text';
import { ConfirmProvider } from './kit/ui/confirm';
import { useDocumentTitle } from './kit/ui/page';
import { NotFound, RouteCrash } from './kit/ui/states';
import { ThemeWords } from './kit/ui/ThemeWords';
import { words } from './kit/words';
import { manufacture } from './manufacture/slice';
import { onboarding } from './onboarding/slice';
import { operator } from './operator/slice';
import { orders } from './orders/slice';
import { partners } from './partners/slice';
import { payments } from './payments/slice';
import { projectPublicRoutes, projects } from './projects/slice';
import { promotions } from './promotions/slice';
import { PageViews } from './site/PageViews';
import { site } from './site/slice';

/** Every slice with pages inside the signed-in shell. */
export const slices: readonly Slice[] = [
  orders,
  catalog,
  manufacture,
  partners,
  promotions,
  payments,
  audit,
  feeds,
  projects,
  identity,
  documents,
  billing,
  onboarding,
  operator,
  site,
];

const routesOf = (listed: readonly Slice[]): RouteObject[] => [
  ...identityRoutes(async () => (await import('./demo')).DemoSignIns),
  ...projectPublicRoutes,
  ...demoRoutes,
  {
    path: '/cp',
    // The shell is a chunk of its own: pages before sign-in do not wait for it.
    lazy: async () => {
      const { Shell } = await import('./shell/Shell');
      return { element: <Shell slices={listed} /> };
    },
    errorElement: <RouteCrash />,
    children: [
      {
        index: true,
        lazy: async () => {
          const { Start } = await import('./shell/Start');
          return { element: <Start slices={listed} /> };
        },
      },
      ...listed.flatMap((slice) => slice.routes ?? []),
      { path: '*', Component: Missing },
    ],
  },
  { path: '*', Component: Missing },
];

/** Says whether a path is a page of its own, not one of the «not found» routes. */
const knownIn =
  (routes: RouteObject[]) =>
  (path: string): boolean => {
    const last = matchRoutes(routes, path)?.at(-1)?.route;
    return last !== undefined && last.path !== '*';
  };

function Root({ known }: { known: (path: string) => boolean }) {
  return (
    <LocaleProvider>
      <KnownRoutesContext value={known}>
        <ThemeWords>
          <ConfirmProvider>
            <Outlet />
            <PageViews />
            <ScrollRestoration />
          </ConfirmProvider>
        </ThemeWords>
      </KnownRoutesContext>
    </LocaleProvider>
  );
}

function Missing() {
  useDocumentTitle(useText(words).notFoundTitle);
  return <NotFound order={1} />;
}

export function makeRouter(listed: readonly Slice[]) {
  const routes = routesOf(listed);
  return createBrowserRouter([
    {
      element: <Root known={knownIn(routes)} />,
      errorElement: <RouteCrash />,
      hydrateFallbackElement: <></>,
      children: routes,
    },
  ]);
}
