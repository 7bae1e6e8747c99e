import * as contract from '@lanka/domain/outfeeds/contract';
import { Select, Switch } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { partnerState, partnerText } from './partner-text';
import { text } from './text';

/** `/cp/feeds/partners`: who may have a feed with what he pays. */
export function PartnersPage() {
  const t = useText(partnerText);
  const words = useText(text);
  const project_id = useProjectId();
  const mayEdit = useSession().can('outfeeds.partners');
  const list = useList(contract.listPartners, { params: { project_id } });
  return (
    <Page title={t.title} subtitle={t.subtitle} crumbs={[{ to: '/cp/feeds', label: words.title }]}>
      <ForAll mayEdit={mayEdit} />
      <DataTable
        label={t.title}
        list={list}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', title: t.dropshipper, cut: true, share: 2, render: ({ name }) => name },
          {
            id: 'allowed',
            title: t.holds,
            card: 'corner',
            render: ({ allowed }) => <StatusBadge table={partnerState} value={allowed ? 'allowed' : 'refused'} />,
          },
          { id: 'choice', title: t.choice, card: 'line', render: (one) => <Choice one={one} mayEdit={mayEdit} /> },
          { id: 'feeds', title: t.feeds, align: 'right', card: 'line', render: ({ feeds }) => <Count value={feeds} /> },
          {
            id: 'last_fetch_at',
            title: words.lastFetch,
            card: 'line',
            render: (one) => (one.last_fetch_at ? <DateTime at={one.last_fetch_at} /> : words.never),
          },
        ]}
        empty={<EmptyState drawing="people" title={t.empty} text={t.emptyText} />}
      />
    </Page>
  );
}

function ForAll({ mayEdit }: { mayEdit: boolean }) {
  const t = useText(partnerText);
  const project_id = useProjectId();
  const settings = useCall(contract.readPartnerSettings, { params: { project_id } });
  const save = useAction(contract.savePartnerSettings, { success: t.saved });
  return (
    <Section>
      <Loaded query={settings}>
        {({ for_all }) => (
          <Switch
            label={t.forAll}
            description={t.forAllHint}
            checked={save.isPending ? save.variables.body.for_all : for_all}
            disabled={!mayEdit || save.isPending}
            onChange={(event) =>
              save.mutate({ params: { project_id }, body: { for_all: event.currentTarget.checked } })
            }
          />
        )}
      </Loaded>
    </Section>
  );
}

function Choice({ one, mayEdit }: { one: contract.PartnerAccess; mayEdit: boolean }) {
  const t = useText(partnerText);
  const project_id = useProjectId();
  const choose = useAction(contract.choosePartner, { success: t.saved });
  if (!mayEdit) return t.choices[one.choice];
  return (
    <Select
      aria-label={t.choiceOf(one.name)}
      size="sm"
      w={180}
      data={contract.PartnerChoice.options.map((value) => ({ value, label: t.choices[value] }))}
      value={choose.isPending ? choose.variables.body.choice : one.choice}
      disabled={choose.isPending}
      allowDeselect={false}
      onChange={(value) => {
        if (!value || value === one.choice) return;
        const choice = value as contract.PartnerChoice;
        choose.mutate({ params: { project_id, id: one.id }, body: { choice } });
      }}
    />
  );
}
