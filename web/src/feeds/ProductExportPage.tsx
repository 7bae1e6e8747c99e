import { StockFilter, suggestTags } from '@lanka/domain/catalog/contract';
import * as contract from '@lanka/domain/feeds/contract';
import { Button, Group, MultiSelect, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCategories } from '../categories';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './exports-text';
import { Made } from './Made';

const KINDS = ['products_xlsx', 'products_csv'] as const;

/** Goods as a file that an import takes back; which of them begins with what the list of products had. */
export function ProductExportPage() {
  const t = useText(text);
  return (
    <Page title={t.titleOfGoods} subtitle={t.subtitleOfGoods} crumbs={[{ to: '/cp/products', label: t.goods }]}>
      <NewTable />
      <Made kinds={KINDS} rows={t.rowsOfGoods} drawing="boxes" />
    </Page>
  );
}

interface Chosen {
  q: string;
  /** `published`, `unpublished` or either. */
  status: string | null;
  tags: string[];
  category_id: string | null;
  stock: string | null;
}

function asFilters({ q, status, tags, category_id, stock }: Chosen): contract.ExportFilters {
  const known = StockFilter.safeParse(stock);
  return {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(status ? { published: status === 'published' } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(category_id ? { category_id } : {}),
    ...(known.success ? { stock: known.data } : {}),
  };
}

function NewTable() {
  const t = useText(text);
  const project_id = useProjectId();
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<Chosen>(() => ({
    q: search.get('q') ?? '',
    status: search.get('status'),
    tags: search.get('tags')?.split(',').filter(Boolean) ?? [],
    category_id: search.get('category_id'),
    stock: search.get('stock'),
  }));
  const change = (part: Partial<Chosen>) => setChosen((before) => ({ ...before, ...part }));
  const [format, setFormat] = useState<'xlsx' | 'csv'>('xlsx');
  const tags = useCall(suggestTags, { params: { project_id } });
  const { options: categories } = useCategories(project_id);
  const make = useAction(contract.createExport, { success: t.started });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ params: { project_id }, body: { kind: `products_${format}`, filters: asFilters(chosen) } });
  };
  return (
    <Section title={t.whichGoods}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label={t.findGoods}
              maxLength={120}
              value={chosen.q}
              onChange={(event) => change({ q: event.currentTarget.value })}
            />
            <Select
              label={t.publishing}
              placeholder={t.any}
              clearable
              value={chosen.status}
              onChange={(status) => change({ status })}
              data={[
                { value: 'published', label: t.published },
                { value: 'unpublished', label: t.unpublished },
              ]}
            />
            {categories.length > 0 && (
              <Select
                label={t.category}
                description={t.categoryHint}
                placeholder={t.any}
                clearable
                searchable
                value={chosen.category_id}
                onChange={(category_id) => change({ category_id })}
                data={categories}
              />
            )}
            <MultiSelect
              label={t.tags}
              description={t.tagsHint}
              searchable
              clearable
              value={chosen.tags}
              onChange={(value) => change({ tags: value })}
              data={[...new Set([...chosen.tags, ...(tags.data ?? [])])]}
            />
            <Select
              label={t.stock}
              placeholder={t.any}
              clearable
              value={chosen.stock}
              onChange={(stock) => change({ stock })}
              data={[
                { value: 'in_stock', label: t.inStock },
                { value: 'low', label: t.low },
                { value: 'out_of_stock', label: t.outOfStock },
              ]}
            />
          </SimpleGrid>
          <Group gap="sm">
            <SegmentedControl
              aria-label={t.format}
              value={format}
              onChange={(value) => setFormat(value === 'csv' ? 'csv' : 'xlsx')}
              data={[
                { value: 'xlsx', label: 'XLSX' },
                { value: 'csv', label: 'CSV' },
              ]}
            />
            <Button type="submit" loading={make.isPending}>
              {t.make}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
