import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import * as contract from '@lanka/domain/operator/contract';
import { Anchor, Stack } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { planName, roleNames } from '../identity';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime, Phone } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { Lines, OnlyStaff, ROOT, UserLink } from './parts';
import { ProjectTroubles } from './ServicesPage';
import { projectStatus, text } from './text';

/** `/cp/operator/projects/:id`: names and counts; orders and money stay with the project. */
export const OperatorProjectPage = () => (
  <OnlyStaff>
    <Project />
  </OnlyStaff>
);

function Project() {
  const { id = '' } = useParams();
  const project = useCall(contract.readOperatorProject, { params: { id } });
  return <Loaded query={project}>{(data) => <Shown project={data} />}</Loaded>;
}

function Shown({ project }: { project: contract.OperatorProjectDetails }) {
  const t = useText(text);
  return (
    <Page
      title={project.title}
      crumbs={[{ to: `${ROOT}/projects`, label: t.projects }]}
      status={<StatusBadge table={projectStatus} value={project.deleted_at ? 'deleted' : 'active'} size="lg" />}
      subtitle={project.legal_name}
      side={<Facts project={project} />}
    >
      <Stack gap="md">
        <ProjectTroubles id={project.id} />
        <Members project={project} />
      </Stack>
    </Page>
  );
}

function Facts({ project }: { project: contract.OperatorProjectDetails }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <Stack gap="md">
      <KeyFacts
        facts={[
          { label: t.owner, value: <UserLink user={project.owner} />, hidden: !project.owner },
          {
            label: t.plan,
            value: (
              <Anchor component={Link} to={`${ROOT}/billing/payers/manufacturer/${project.id}`} inherit>
                {planName(project.subscription_plan, locale) ?? t.noPlan}
              </Anchor>
            ),
          },
          { label: t.products, value: <Count value={project.products} most={EXACT_TOTAL} /> },
          { label: t.orders, value: <Count value={project.orders} most={EXACT_TOTAL} /> },
          { label: t.members, value: <Count value={project.staff} most={EXACT_TOTAL} /> },
          { label: t.dropshippers, value: <Count value={project.dropshippers} most={EXACT_TOTAL} /> },
          { label: t.inCatalogue, value: project.catalogue_visible ? t.yes : t.no },
        ]}
      />
      <KeyFacts
        facts={[
          { label: t.address, value: project.friendly_id },
          { label: t.legalName, value: project.legal_name || '–' },
          { label: t.category, value: project.category || '–' },
          { label: t.contactPerson, value: project.contact_person || '–' },
          { label: t.phone, value: <Phone number={project.phone} />, hidden: !project.phone },
          { label: t.website, value: project.website, hidden: !project.website },
          { label: t.created, value: <DateTime at={project.created_at} /> },
          { label: t.deleted, value: <DateTime at={project.deleted_at} />, hidden: !project.deleted_at },
        ]}
      />
    </Stack>
  );
}

function Members({ project }: { project: contract.OperatorProjectDetails }) {
  const t = useText(text);
  const roles = useText(roleNames);
  const state = ({ ended_at, blocked_at }: (typeof project.members)[number]): string[] =>
    ended_at ? [t.accessEnded] : blocked_at ? [t.blocked] : [];
  return (
    <Section title={project.members.length < contract.PROJECT_MEMBERS ? t.people : t.firstPeople} flush>
      <Lines
        lines={project.members.map((one) => ({
          id: one.user_id,
          to: `${ROOT}/users/${one.user_id}`,
          title: one.name,
          note: [one.email, ...state(one)].join(' · '),
          role: roles[one.role],
          since: one.since,
        }))}
      />
    </Section>
  );
}
