import * as contract from '@lanka/domain/outfeeds/contract';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { SubmitButton } from '../kit/form/Form';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { FeedFields } from './FeedFields';
import { FeedForm, NEW_FEED, SupplierForm } from './form';
import { useIsDropshipper } from './side';
import { text } from './text';

/** `/cp/feeds/new`: of a supplier's goods, or of the project's own. */
export function NewFeedPage() {
  return useIsDropshipper() ? <OfSupplier /> : <OfProject />;
}

function OfProject() {
  const project_id = useProjectId();
  const create = useAction(contract.createFeed, { quiet: true });
  const t = useText(text);
  const navigate = useNavigate();
  const form = useEntityForm({
    schema: FeedForm,
    initial: NEW_FEED,
    success: t.created,
    submit: ({ values: { project_id: _, ...body } }) => create.mutateAsync({ params: { project_id }, body }),
    onSaved: ({ id }) => navigate(`/cp/feeds/${id}`, { replace: true }),
  });
  return (
    <Frame>
      <FeedFields form={form} projectId={project_id} isMine={false} foot={<Foot />} />
    </Frame>
  );
}

function OfSupplier() {
  const create = useAction(contract.createMyFeed, { quiet: true });
  const t = useText(text);
  const navigate = useNavigate();
  const { project } = useSession();
  const suppliers = useSuppliers();
  const only = project?.id ?? (suppliers.length === 1 ? suppliers[0]?.id : undefined);
  const form = useEntityForm({
    schema: SupplierForm,
    initial: { ...NEW_FEED, project_id: only ?? '' },
    success: t.created,
    submit: ({ values }) => create.mutateAsync({ body: values }),
    onSaved: ({ id }) => navigate(`/cp/feeds/${id}`, { replace: true }),
  });
  const { project_id } = form.watch();
  const { setValue } = form;
  const chosen = useRef(project_id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each supplier
  useEffect(() => {
    if (chosen.current === project_id) return;
    chosen.current = project_id;
    // those of the other supplier mean nothing here
    setValue('choice.category_ids', []);
    setValue('choice.tags', []);
    setValue('fields', []);
  }, [project_id]);
  if (suppliers.length === 0)
    return (
      <Frame>
        <EmptyState drawing="connect" title={t.noSuppliers} text={t.noSuppliersText} />
      </Frame>
    );
  return (
    <Frame>
      <FeedFields form={form} projectId={project_id || null} isMine choosesSupplier foot={<Foot />} />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const t = useText(text);
  return (
    <Page title={t.create} crumbs={[{ to: '/cp/feeds', label: t.title }]} narrow>
      {children}
    </Page>
  );
}

function Foot() {
  const t = useText(text);
  return (
    <div>
      <SubmitButton back="/cp/feeds">{t.create}</SubmitButton>
    </div>
  );
}
