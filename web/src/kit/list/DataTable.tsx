/**
 * A list: table on wide screens, cards on phones.
 *
 *   <Page list title={t.title} …>
 *     <StatusTabs list={list} … />
 *     <DataTable
 *       id="orders" list={list} label={t.title}
 *       rowKey={(order) => order.id} rowLink={(order) => `/cp/orders/${order.id}`}
 *       columns={[
 *         { id: 'number', title: t.number, render: (o) => o.number, sort: 'number' },
 *         { id: 'status', title: t.status, render: (o) => <StatusBadge … />, card: 'corner' },
 *         { id: 'customer', title: t.customer, render: (o) => o.customer_name, cut: true, card: 'line' },
 *         { id: 'sum', title: t.sum, render: (o) => <Money kopecks={o.sum} />, align: 'right', card: 'end' },
 *       ]}
 *       bulk={[{ label: t.print, run: (orders, done) => … }]}
 *       tools={<SearchField list={list} />}
 *       empty={<EmptyState … />}
 *     />
 *   </Page>
 *
 * The first column is the link of the row and the heading of its card; a press anywhere on the row follows it.
 * Arrows move between rows. Which columns are shown is kept in the browser under `id`. On a page that is one list
 * (`<Page list>`) the tools stand beside the page's title.
 */
import { Group, Paper, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { PageToolsContext } from '../page/page-tools';
import { FailedState } from '../page/states';
import { BulkBar } from './bulk';
import { useDensity } from './density';
import { isNarrowed } from './list';
import { NothingFound } from './NothingFound';
import { Paging } from './paging';
import { useRowDetails } from './row-details';
import { useSelection } from './selection';
import { TableView, useShownColumns } from './TableView';
import { TableCards } from './table-cards';
import type { DataTableProps } from './table-props';
import { TableRows } from './table-rows';

export type { Column } from './columns';

export function DataTable<T>(props: DataTableProps<T>) {
  const { id, list, rowKey, bulk, empty, tools } = props;
  const tableColumns = props.columns.filter(({ only }) => only === undefined);
  const shown = useShownColumns(id, tableColumns);
  const openDetails = useRowDetails(props);
  const density = useDensity();
  const asCards = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const choice = useSelection(list, rowKey);
  const selection = bulk && bulk.length > 0 ? choice : null;

  const body = () => {
    if (list.error) return <FailedState error={list.error} retry={list.retry} />;
    if (!list.isLoading && list.items.length === 0) {
      return isNarrowed(list.state, props.tab) ? <NothingFound /> : empty;
    }
    return asCards ? (
      <TableCards {...props} selection={selection} openDetails={openDetails} />
    ) : (
      <TableRows
        {...props}
        columns={shown.columns}
        selection={selection}
        openDetails={openDetails}
        density={density.density}
      />
    );
  };

  return (
    <Stack gap="sm" className="data-list">
      {(tools || id) && (
        <Tools>
          <Group gap="xs" className="list-tools">
            {tools}
          </Group>
          {id && !asCards && <TableView all={tableColumns} shown={shown} {...density} />}
        </Tools>
      )}
      <Paper withBorder radius="md" className="table-frame">
        {selection && selection.rows.length > 0 && bulk && (
          <BulkBar list={list} selection={selection} actions={bulk} short={asCards} />
        )}
        {body()}
      </Paper>
      <Paging list={list} />
    </Stack>
  );
}

/** In the heading of the page when the page is this list, else right above the table. */
function Tools({ children }: { children: ReactNode }) {
  const heading = useContext(PageToolsContext);
  const tools = (
    <Group gap="xs" justify="space-between" align="center" wrap="nowrap" className="list-head">
      {children}
    </Group>
  );
  if (heading === undefined) return tools;
  return heading && createPortal(tools, heading);
}
