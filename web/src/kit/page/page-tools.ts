import { createContext } from 'react';

/**
 * The place in the heading of a `<Page list>` where its `DataTable` puts search, filters and the view menu; null until
 * the heading is drawn, undefined on other pages.
 */
export const PageToolsContext = createContext<HTMLElement | null | undefined>(undefined);
