/**
 * Which pages there are: links to pages that a deployment (or the present version) does not have are not shown.
 *
 *   const known = useKnownRoute();
 *   {known('/cp/profile') && <Link to="/cp/profile">…</Link>}
 */
import { createContext, useContext } from 'react';

export const KnownRoutesContext = createContext<(path: string) => boolean>(() => false);

export const useKnownRoute = (): ((path: string) => boolean) => useContext(KnownRoutesContext);
