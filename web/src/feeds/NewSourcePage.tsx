import * as contract from '@lanka/domain/feeds/sources';
import { useNavigate } from 'react-router';
import { SubmitButton } from '../kit/form/Form';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { NEW_SOURCE, SourceFields, SourceForm } from './source-parts';
import { sourceText } from './sources-text';
import { text } from './text';

const SOURCES = '/cp/products/import/sources';

/** `/cp/products/import/sources/new` */
export function NewSourcePage() {
  const t = useText(sourceText);
  const words = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const create = useAction(contract.createSource, { quiet: true });
  const form = useEntityForm({
    schema: SourceForm,
    initial: NEW_SOURCE,
    success: t.created,
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: ({ id }) => navigate(`${SOURCES}/${id}`, { replace: true }),
  });
  return (
    <Page
      title={t.create}
      crumbs={[
        { to: '/cp/products/import', label: words.title },
        { to: SOURCES, label: t.title },
      ]}
      narrow
    >
      <SourceFields
        form={form}
        foot={
          <div>
            <SubmitButton back={SOURCES}>{t.create}</SubmitButton>
          </div>
        }
      />
    </Page>
  );
}
