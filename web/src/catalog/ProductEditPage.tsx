import {
  createImage,
  createProduct,
  type Product,
  publishProduct,
  readProduct,
  suggestTags,
  updateProduct,
} from '@lanka/domain/catalog/contract';
import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { DEFAULT_UNIT, unitOf } from '@lanka/domain/kit/units';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { readMainInfo } from '@lanka/domain/templates/main_info';
import { Button, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useCategories } from '../categories';
import { Section } from '../kit/display/facts';
import { IMAGE_TYPES, Photos } from '../kit/display/photos';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import { SelectField, SwitchField, TagsField, TextareaField, TextField } from '../kit/form/fields';
import { FileDrop } from '../kit/form/files';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { CallError, call } from '../kit/http/call';
import { refreshAfter, useCall, useWritten } from '../kit/http/query';
import { messageOf, notify, notifySuccess } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { words } from '../kit/words';
import { FieldsForm, ofSet, useTemplates } from '../templates';
import { emptyForm, formOf, type ProductForm, productForm, sentRows, toCreateBody, toPatch } from './form-values';
import { OptionsEditor } from './OptionsEditor';
import { text } from './text';
import { VariantsEditor } from './VariantsEditor';

interface Sent {
  file_name: string;
  name: string;
  /** An address of the file in this browser, to show it before it is an image of a product. */
  preview: string;
}

export function ProductNewPage() {
  const project_id = useProjectId();
  const templates = useTemplates(project_id);
  const info = useCall(readMainInfo, { params: { project_id } });
  return (
    <Loaded query={templates}>
      {({ items }) => <Loaded query={info}>{({ units }) => <NewForm templates={items} units={units} />}</Loaded>}
    </Loaded>
  );
}

function NewForm({ templates, units }: { templates: readonly TemplateField[]; units: readonly string[] }) {
  const t = useText(text);
  const w = useText(words);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [start] = useState(() => emptyForm(templates, units[0] ?? DEFAULT_UNIT));
  const schema = useMemo(() => productForm(templates, true, locale), [templates, locale]);
  const [photos, setPhotos] = useState<Sent[]>([]);
  const [publishes, setPublishes] = useState(true);
  const form = useEntityForm({
    schema,
    initial: start,
    submit: ({ values }) => call(createProduct, { params: { project_id }, body: toCreateBody(values) }),
    onSaved: (product) => void finish(product),
  });
  /** The product exists: a picture or a publication that fails is told, and can be repeated on its page. */
  const finish = async (product: Product) => {
    const at = { project_id, product_id: product.id };
    for (const { file_name } of photos) {
      await call(createImage, { params: at, body: { file_name } }).catch((error) => notify('error', messageOf(error)));
    }
    const ready = publishes && product.variants.length > 0;
    const published = ready
      ? await call(publishProduct, { params: { project_id, id: product.id } }).catch((error: unknown) => {
          notify('warning', `${t.notPublished}. ${messageOf(error)}`);
          return null;
        })
      : null;
    if (!ready || published) notifySuccess(published ? t.publishedDone : t.createdDone);
    await refreshAfter(client, createProduct);
    navigate(`/cp/products/${product.id}`);
  };
  return (
    <Page title={t.newProduct} crumbs={[{ to: '/cp/products', label: t.products }]}>
      <Form form={form} labels={{ name: t.name }}>
        <Fields form={form} projectId={project_id} product={null} templates={templates} units={units}>
          <Section title={t.photos}>
            <Stack gap="xs">
              <FileDrop
                projectId={project_id}
                label={w.addPhotos}
                hint={w.photosHint}
                accept={IMAGE_TYPES}
                maxBytes={MAX_IMAGE_BYTES}
                multiple
                onUploaded={({ file_name }, file) =>
                  setPhotos((before) => [...before, { file_name, name: file.name, preview: URL.createObjectURL(file) }])
                }
              />
              <PhotoPreviews
                photos={photos}
                remove={(gone) => setPhotos((before) => before.filter((one) => one !== gone))}
              />
            </Stack>
          </Section>
          <Switch
            label={t.publishNow}
            checked={publishes}
            onChange={(event) => setPublishes(event.currentTarget.checked)}
          />
          <div>
            <SubmitButton back="/cp/products">{t.create}</SubmitButton>
          </div>
        </Fields>
      </Form>
    </Page>
  );
}

function PhotoPreviews({ photos, remove }: { photos: readonly Sent[]; remove: (photo: Sent) => void }) {
  const w = useText(words);
  if (photos.length === 0) return null;
  return (
    <Photos>
      {photos.map((photo, i) => (
        <Stack key={photo.file_name} gap={4}>
          <div className="gallery-image" data-main={i === 0 || undefined}>
            <img src={photo.preview} alt={photo.name} />
          </div>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => remove(photo)}>
            {w.deletePhoto}
          </Button>
        </Stack>
      ))}
    </Photos>
  );
}

export function ProductEditPage() {
  const { id = '' } = useParams();
  const project_id = useProjectId();
  const product = useCall(readProduct, { params: { project_id, id } });
  const templates = useTemplates(project_id);
  const info = useCall(readMainInfo, { params: { project_id } });
  return (
    <Loaded query={product}>
      {(data) =>
        data.deleted ? (
          <Navigate to={`/cp/products/${id}`} replace />
        ) : (
          <Loaded query={templates}>
            {({ items }) => (
              <Loaded query={info}>
                {({ units }) => (
                  <EditForm
                    product={data}
                    projectId={project_id}
                    templates={items}
                    units={units}
                    refetch={product.refetch}
                  />
                )}
              </Loaded>
            )}
          </Loaded>
        )
      }
    </Loaded>
  );
}

function EditForm({
  product,
  projectId,
  templates,
  units,
  refetch,
}: {
  product: Product;
  projectId: string;
  templates: readonly TemplateField[];
  units: readonly string[];
  refetch: () => Promise<unknown>;
}) {
  const t = useText(text);
  const written = useWritten();
  const params = { project_id: projectId, id: product.id };
  const base = useRef(formOf(product));
  const { locale } = useLocale();
  const schema = useMemo(() => productForm(templates, false, locale), [templates, locale]);
  const form = useEntityForm({
    schema,
    initial: formOf(product),
    version: product.version,
    success: t.saved,
    submit: async ({ values, version }) => {
      try {
        const body = toPatch(base.current, values);
        return await call(updateProduct, { params, body, ...(version === undefined ? {} : { if_match: version }) });
      } catch (error) {
        throw inForm(error, sentRows(base.current, values));
      }
    },
    onSaved: (saved) => {
      void written(updateProduct, { params }, saved);
    },
  });
  // what was changed is told against the product as it was when nothing had been typed yet
  if (!form.isDirty) base.current = formOf(product);
  const withTheirs = {
    ...form,
    takeTheirs: () => {
      form.cancelConflict();
      form.discard();
      void refetch();
    },
  };
  const count = (value: unknown): ReactNode =>
    Array.isArray(value) ? value.length : typeof value === 'object' ? Object.keys(value ?? {}).length : String(value);
  return (
    <Page
      title={t.editing(product.name)}
      crumbs={[
        { to: '/cp/products', label: t.products },
        { to: `/cp/products/${product.id}`, label: product.name },
      ]}
    >
      <Form
        form={withTheirs}
        labels={{
          ...{
            name: t.name,
            description: t.description,
            tags: t.tags,
            vendor: t.vendor,
            unit: t.unit,
            tracked: t.tracked,
            category_id: t.category,
          },
          ...{ options: t.options, variants: t.modifications, fields: t.fields },
        }}
        show={(name, value) => (name === 'tags' && Array.isArray(value) ? value.join(', ') : count(value))}
      >
        <Fields form={form} projectId={projectId} product={product} templates={templates} units={units} />
        <FormBar back={`/cp/products/${product.id}`} />
      </Form>
    </Page>
  );
}

/** The request holds only the rows that changed; its errors are told at the rows of the form. */
function inForm(error: unknown, rows: readonly number[]): unknown {
  if (!(error instanceof CallError) || error.code === 'common.stale') return error;
  const details = error.details.map((detail) => {
    const match = /^variants\.(\d+)\.(.*)$/.exec(String(detail.path ?? ''));
    const row = match ? rows[Number(match[1])] : undefined;
    return match && row !== undefined ? { ...detail, path: `variants.${row}.${match[2]}` } : detail;
  });
  return new CallError(error.status, error.code, error.message, details, error.body);
}

interface FieldsProps {
  form: EntityForm<typeof ProductForm>;
  projectId: string;
  product: Product | null;
  templates: readonly TemplateField[];
  /** Of the project. */
  units: readonly string[];
  children?: ReactNode;
}

function Fields({ form, projectId, product, templates, units, children }: FieldsProps) {
  const t = useText(text);
  const tags = useCall(suggestTags, { params: { project_id: projectId } });
  const categories = useCategories(projectId);
  const { options, variants, unit } = form.watch() as ProductForm;
  // a product keeps a unit that the project has no more
  const choice = unitOf(units, unit) === undefined ? [...units, unit] : units;
  return (
    <Stack gap="md">
      <Section title={t.mainData}>
        <Stack gap="md">
          <TextField {...form.field('name')} label={t.name} required maxLength={300} autoFocus={product === null} />
          <TextareaField {...form.field('description')} label={t.description} rows={4} maxLength={20_000} />
          <SelectField {...form.field('category_id')} label={t.category} options={categories.options} />
          <TagsField {...form.field('tags')} label={t.tags} suggestions={tags.data ?? []} />
          <TextField {...form.field('vendor')} label={t.vendor} maxLength={120} />
          <SelectField
            {...form.field('unit')}
            label={t.unit}
            hint={t.unitHint}
            options={choice.map((one) => ({ value: one, label: one }))}
            required
          />
          <SwitchField {...form.field('tracked')} label={t.tracked} hint={t.trackedHint} />
        </Stack>
      </Section>
      <FieldsForm fields={ofSet(templates, 'product')} at={form.field('fields')} projectId={projectId} />
      <OptionsEditor
        projectId={projectId}
        options={options}
        rows={variants}
        isNew={product === null}
        onChange={(nextOptions, nextRows) => {
          form.setValue('options', nextOptions);
          form.setValue('variants', nextRows);
        }}
      />
      <VariantsEditor
        {...{ form, options, product, projectId }}
        rows={variants}
        fields={ofSet(templates, 'product_modification')}
      />
      {children}
    </Stack>
  );
}
