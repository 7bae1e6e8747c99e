import { CATEGORIES, createProject, type Project, readProject, updateProject } from '@lanka/domain/projects/contract';
import { Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Form } from '../kit/form/Form';
import { RadioField, SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { upload } from '../kit/http/upload';
import { notify } from '../kit/overlay/notify';
import { LinesSkeleton } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { PictureField, TaxCodeField } from '../projects';
import { StepButtons, type StepProps, useDraft, useKept } from './parts';
import { text } from './text';

/** Who makes the goods: creates the project, or changes it when one comes back to this step. */
export function LegalStep({ next, back }: StepProps) {
  const { user, refresh } = useSession();
  const owned = user.projects.find(({ role }) => role === 'Owner');
  const known = useCall(readProject, { params: { project_id: owned?.id ?? '' } }, { enabled: owned !== undefined });
  if (owned && !known.data) return <LinesSkeleton />;
  return (
    <LegalForm
      project={known.data ?? null}
      back={back}
      saved={async () => {
        await refresh();
        await next();
      }}
    />
  );
}

interface LegalFormProps {
  project: Project | null;
  back: () => void;
  saved: (project: Project) => Promise<void>;
  label?: string;
}

/** Legal type (ФОП at first), names, tax code, category, logo (specification §2.5, §5). */
export function LegalForm({ project, back, saved, label }: LegalFormProps) {
  const t = useText(text);
  const { user } = useSession();
  const draft = useDraft('legal', {
    title: '',
    legal_type: 'ФОП',
    legal_name: '',
    contact_person: user.name,
    edropoy_code: '',
    category: '',
    ...project,
  });
  const picture = useDraft<{ logo: Blob | null }>('logo', { logo: null });
  const [logo, setLogo] = useState(picture.start.logo);
  useKept(picture, { logo });
  const [chosenLogo, setChosenLogo] = useState<string | null>(null);
  useEffect(() => {
    if (!logo) return setChosenLogo(null);
    const url = URL.createObjectURL(logo);
    setChosenLogo(url);
    return () => URL.revokeObjectURL(url);
  }, [logo]);
  // a lost answer, or a failure after the creation, must not end in a second project
  const create = useAction(createProject, { quiet: true });
  const made = useRef(project?.id);
  const form = useEntityForm({
    schema: createProject.body.shape.project,
    initial: draft.start,
    guard: false,
    submit: async ({ values }) => {
      const kept = made.current
        ? await call(updateProject, { params: { project_id: made.current }, body: { project: values } })
        : await create.mutateAsync({ body: { project: values } });
      made.current = kept.id;
      if (logo) await saveLogo(kept.id, logo).catch(() => notify('warning', t.logoSkipped));
      await saved(kept);
    },
  });
  const now = form.watch();
  useKept(draft, now);
  const legalTypes = Object.entries(t.legalTypes).map(([value, one]) => ({ value, label: one }));
  return (
    <Form form={form}>
      <Stack>
        <RadioField {...form.field('legal_type')} label={t.legalType} options={legalTypes} required />
        <TextField {...form.field('legal_name')} label={t.legalName} hint={t.legalNameHint} required maxLength={200} />
        <TextField {...form.field('contact_person')} label={t.contactPerson} required maxLength={200} />
        <TaxCodeField
          field={form.field('edropoy_code')}
          label={t.taxCode}
          value={now.edropoy_code}
          legalType={now.legal_type}
          required
        />
        <TextField {...form.field('title')} label={t.projectTitle} hint={t.projectTitleHint} required maxLength={120} />
        <SelectField {...form.field('category')} label={t.category} options={CATEGORIES} searchable={false} required />
        <PictureField
          label={t.logo}
          hint={t.logoHint}
          url={chosenLogo ?? project?.logo_url ?? null}
          onCropped={setLogo}
          onRemove={() => setLogo(null)}
        />
        <StepButtons back={back} busy={form.isSaving} {...(label ? { label } : {})} />
      </Stack>
    </Form>
  );
}

/** A logo that cannot be stored is skipped: the project is there without it (specification §8). */
async function saveLogo(project_id: string, logo: Blob): Promise<void> {
  const file = new File([logo], 'logo.png', { type: logo.type || 'image/png' });
  const { file_name } = await upload(project_id, file);
  await call(updateProject, { params: { project_id }, body: { project: { logo: file_name } } });
}
