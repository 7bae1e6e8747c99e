/** Makes the routes of the slices: the pages before sign-in, and those inside the shell. */
import { hooksOf } from '@lanka/domain/kit/hooks';
import { createBrowserRouter, matchRoutes, Outlet, type RouteObject, ScrollRestoration } from 'react-router';
import { ConfirmProvider } from '../overlay/confirm';
import { type Slice, SlicesContext } from '../slice';
import { ThemeWords } from '../ThemeWords';
import { LocaleProvider, useText } from '../text';
import { words } from '../words';
import { useDocumentTitle } from './page';
import { KnownRoutesContext } from './routes';
import { NotFound, RouteCrash } from './states';

/** The slice that draws the frame around the pages of all others: exactly one. */
function shellOf(slices: readonly Slice[]) {
  const [shell, ...more] = slices.flatMap(({ shell }) => shell ?? []);
  if (!shell || more.length > 0) throw new Error('exactly one slice is the shell');
  return shell;
}

const routesOf = (slices: readonly Slice[]): RouteObject[] => {
  const shell = shellOf(slices);
  return [
    ...slices.flatMap(({ outside }) => outside ?? []),
    {
      path: '/cp',
      // The shell is a chunk of its own: pages before sign-in do not wait for it.
      lazy: async () => ({ Component: await shell.frame() }),
      errorElement: <RouteCrash />,
      children: [
        { index: true, lazy: async () => ({ Component: await shell.start() }) },
        ...slices.flatMap(({ routes }) => routes ?? []),
        { path: '*', Component: Missing },
      ],
    },
    { path: '*', Component: Missing },
  ];
};

/** Says whether a path is a page of its own, not one of the «not found» routes. */
const knownIn =
  (routes: RouteObject[]) =>
  (path: string): boolean => {
    const last = matchRoutes(routes, path)?.at(-1)?.route;
    return last !== undefined && last.path !== '*';
  };

interface RootProps {
  slices: readonly Slice[];
  known: (path: string) => boolean;
}

function Root({ slices, known }: RootProps) {
  const shared = { slices, hooks: hooksOf(slices.flatMap(({ hooks }) => hooks ?? [])) };
  return (
    <LocaleProvider>
      <SlicesContext value={shared}>
        <KnownRoutesContext value={known}>
          <ThemeWords>
            <ConfirmProvider>
              <Outlet />
              {slices.map(({ name, Everywhere }) => Everywhere && <Everywhere key={name} />)}
              <ScrollRestoration />
            </ConfirmProvider>
          </ThemeWords>
        </KnownRoutesContext>
      </SlicesContext>
    </LocaleProvider>
  );
}

function Missing() {
  useDocumentTitle(useText(words).notFoundTitle);
  return <NotFound order={1} />;
}

export function makeRouter(slices: readonly Slice[]) {
  const routes = routesOf(slices);
  return createBrowserRouter([
    {
      element: <Root slices={slices} known={knownIn(routes)} />,
      errorElement: <RouteCrash />,
      hydrateFallbackElement: <></>,
      children: routes,
    },
  ]);
}
