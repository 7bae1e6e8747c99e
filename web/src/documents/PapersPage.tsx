import * as contract from '@lanka/domain/papers/contract';
import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { IconDownload, IconFileZip } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import type { Column } from '../kit/list/columns';
import { DataTable } from '../kit/list/DataTable';
import { type FilterField, Filters, SearchField, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartySelect } from '../partners';
import { Archives, useArchives } from './Archives';
import { paperTypes, registerText } from './register-text';
import { useSaving } from './useSaving';

type Row = contract.Paper;

/** The register of issued papers: of the project, or a dropshipper's own and those made out to him at all suppliers. */
export function PapersPage() {
  const { isDropshipping } = useSession();
  return isDropshipping ? <MyPapers /> : <ProjectPapers />;
}

/** The page of what a paper was issued for; null where this asker has none. */
function subjectPath({ subject, project_id }: Row, mine: boolean): string | null {
  const at = mine ? `?project=${project_id}` : '';
  switch (subject.kind) {
    case 'order':
      return `/cp/orders/${subject.id}${at}`;
    case 'return':
      return `/cp/returns/${subject.id}${at}`;
    case 'reconciliation':
      return `/cp/reconciliations/${subject.id}${at}`;
    case 'offset':
      return `/cp/offsets/${subject.id}${at}`;
    case 'turnover':
      return mine ? null : `/cp/turnover/${subject.id}`;
    case 'counterparty':
      return mine ? null : `/cp/counterparties/${subject.id}`;
    default:
      return null;
  }
}

function useColumns(mine: boolean): Column<Row>[] {
  const t = useText(registerText);
  const types = useText(paperTypes);
  return [
    // a whole title is longer than a telephone is wide, and its number stands behind
    { id: 'short', title: '', only: 'card', render: (row) => `№ ${row.number} · ${types[row.type]}` },
    {
      id: 'title',
      title: t.paper,
      cut: true,
      share: 3,
      render: (row) => (
        <>
          {row.title}
          {(row.revision ?? 1) > 1 && <Aside>{t.revision(row.revision ?? 1)}</Aside>}
          {mine && <Aside>{row.issuer === 'dropshipper' ? t.mine : row.project_title}</Aside>}
        </>
      ),
    },
    { id: 'type', title: t.type, cut: true, optional: true, render: (row) => types[row.type] },
    { id: 'date', title: t.date, sort: 'date', card: 'corner', render: (row) => <DateOnly date={row.date} /> },
    { id: 'party', title: t.party, cut: true, share: 2, card: 'line', render: (row) => row.party_name || '–' },
    {
      id: 'subject',
      title: t.subject,
      render: (row) => {
        const to = subjectPath(row, mine);
        const name = t.subjects[row.subject.kind as keyof typeof t.subjects] ?? '';
        return to ? (
          <Anchor component={Link} to={to} inherit className="nowrap">
            {name}
          </Anchor>
        ) : (
          name
        );
      },
    },
    {
      id: 'total',
      title: t.total,
      align: 'right',
      card: 'end',
      render: (row) => (row.total === null ? '–' : <Money kopecks={row.total} className="nowrap" />),
    },
    {
      id: 'issued_by',
      title: t.issuedBy,
      cut: true,
      optional: true,
      render: (row) => (
        <>
          {row.issued_by ?? t.system}
          <Aside>
            <DateTime at={row.created_at} />
          </Aside>
        </>
      ),
    },
    { id: 'download', title: t.file, card: 'end', render: (row) => <SavePaper paper={row} /> },
  ];
}

function SavePaper({ paper }: { paper: Row }) {
  const t = useText(registerText);
  const { save, loading } = useSaving(paper.project_id, 'register');
  return (
    <Tooltip label={t.download}>
      <ActionIcon
        variant="default"
        loading={loading}
        onClick={() => void save(paper)}
        aria-label={t.downloadOne(paper.title)}
      >
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

function useFilters(): FilterField[] {
  const t = useText(registerText);
  const types = useText(paperTypes);
  return [
    {
      name: 'type',
      label: t.type,
      kind: 'choices',
      options: contract.PaperType.options.map((value) => ({ value, label: types[value] })),
    },
    { name: 'from', label: t.from, kind: 'date' },
    { name: 'to', label: t.to, kind: 'date' },
  ];
}

function ProjectPapers() {
  const t = useText(registerText);
  const project_id = useProjectId();
  const { can } = useSession();
  const archives = useArchives();
  const list = useList(contract.listPapers, { params: { project_id } });
  return (
    <Page list title={t.title}>
      <Archives archives={archives} />
      <DataTable
        id="papers"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        columns={useColumns(false)}
        bulk={[{ label: t.zip, icon: IconFileZip, run: archives.make }]}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            {can('counterparties.names') && (
              <CounterpartySelect
                project_id={project_id}
                aria-label={t.counterparty}
                placeholder={t.counterparty}
                value={list.state.values.counterparty_id ?? null}
                onChange={(id) => list.state.set({ counterparty_id: id })}
              />
            )}
            <Filters list={list} fields={useFilters()} />
          </>
        }
        empty={<EmptyState drawing="boxes" title={t.empty} text={t.emptyText} />}
      />
    </Page>
  );
}

function MyPapers() {
  const t = useText(registerText);
  const suppliers = useSuppliers();
  const archives = useArchives();
  const list = useList(contract.listMyPapers, {});
  return (
    <Page list title={t.title}>
      <Archives archives={archives} />
      <DataTable
        id="my-papers"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        columns={useColumns(true)}
        bulk={[{ label: t.zip, icon: IconFileZip, run: archives.make }]}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters list={list} fields={[supplierFilter(t.supplier, suppliers), ...useFilters()]} />
          </>
        }
        empty={<EmptyState drawing="boxes" title={t.empty} text={t.emptyMine} />}
      />
    </Page>
  );
}
