import * as contract from '@lanka/domain/outfeeds/contract';
import {
  isMappedCategory,
  isMappedParam,
  MARKETS,
  type Mapping,
  MappingBody,
  type Market,
  marketOf,
  type Target,
} from '@lanka/domain/outfeeds/markets';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import { TextField } from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { mappingText } from './mapping-text';
import { useIsDropshipper } from './side';
import { text } from './text';

/** `/cp/feeds/:id/mapping`: what the marketplace of this feed calls our categories and attributes. */
export function MappingPage() {
  return useIsDropshipper() ? <Mine /> : <OfProject />;
}

function OfProject() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const feed = useCall(contract.readFeed, { params: { project_id, id } });
  const market = feed.data ? marketOf(feed.data.format) : null;
  const params = { project_id, market: market ?? 'prom' };
  const mapping = useCall(contract.readMapping, { params }, { enabled: market !== null });
  const save = useAction(contract.saveMapping, { quiet: true });
  return (
    <Frame feed={feed} mapping={mapping} market={market}>
      {(known) => <Known mapping={known} save={(body, if_match) => save.mutateAsync({ params, body, if_match })} />}
    </Frame>
  );
}

function Mine() {
  const { id = '' } = useParams();
  const feed = useCall(contract.readMyFeed, { params: { id } });
  const market = feed.data ? marketOf(feed.data.format) : null;
  const params = { project_id: feed.data?.project_id ?? '', market: market ?? ('prom' as const) };
  const mapping = useCall(contract.readMyMapping, { params }, { enabled: market !== null });
  const save = useAction(contract.saveMyMapping, { quiet: true });
  return (
    <Frame feed={feed} mapping={mapping} market={market}>
      {(known) => <Known mapping={known} save={(body, if_match) => save.mutateAsync({ params, body, if_match })} />}
    </Frame>
  );
}

interface FrameProps {
  feed: Parameters<typeof Loaded<contract.FeedDetails>>[0]['query'];
  mapping: Parameters<typeof Loaded<Mapping>>[0]['query'];
  market: Market | null;
  children: (mapping: Mapping) => ReactNode;
}

function Frame({ feed, mapping, market, children }: FrameProps) {
  const t = useText(mappingText);
  const words = useText(text);
  const { id = '' } = useParams();
  const known = feed.data as contract.FeedDetails | undefined;
  return (
    <Page
      title={t.title}
      subtitle={market ? t.subtitle(t.markets[market]) : undefined}
      crumbs={[
        { to: '/cp/feeds', label: words.title },
        ...(known ? [{ to: `/cp/feeds/${id}`, label: known.name }] : []),
      ]}
    >
      <Loaded query={feed}>
        {() =>
          market ? (
            <Loaded query={mapping}>{(found) => children(found)}</Loaded>
          ) : (
            <EmptyState drawing="connect" title={t.noMarket} />
          )
        }
      </Loaded>
    </Page>
  );
}

type Saved = (body: MappingBody, if_match: number | undefined) => Promise<Mapping>;

/** As the form holds it: only what is typed. */
const toForm = (mapping: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { categories, params } = mapping as unknown as Mapping;
  return {
    categories: categories.map(({ key, id, name, url }) => ({ key, id, name, url })),
    params: params.map(({ option, id, name, values }) => ({
      ...{ option, id, name },
      values: values.map((one) => ({ value: one.value, id: one.id, name: one.name })),
    })),
  };
};

function Known({ mapping, save }: { mapping: Mapping; save: Saved }) {
  const t = useText(mappingText);
  const form = useEntityForm({
    schema: MappingBody,
    initial: mapping,
    fromEntity: toForm,
    version: mapping.version,
    success: t.saved,
    submit: ({ values, version }) => save(values, version),
  });
  const { unmapped } = mapping;
  const left = t.unmapped(unmapped.categories, unmapped.params);
  return (
    <Form form={form} labels={{ categories: t.categories, params: t.params }} show={(_, value) => shown(value)}>
      <Text c={left ? undefined : 'dimmed'}>{left ? `${t.left} ${left}` : t.allMapped}</Text>
      <Categories mapping={mapping} form={form} />
      <Params mapping={mapping} form={form} />
      <FormBar />
    </Form>
  );
}

/** How much of it is filled in, for the comparison of mine and theirs. */
const shown = (value: unknown): string =>
  (Array.isArray(value) ? value : [])
    .filter((one) => isMappedCategory({ id: '', name: '', url: '', ...one }))
    .map((one: Partial<Target> & { option?: string }) =>
      [one.option, one.id, one.name, one.url].filter(Boolean).join(' '),
    )
    .join('; ') || '–';

type MappingForm = EntityForm<typeof MappingBody>;

function Categories({ mapping, form }: { mapping: Mapping; form: MappingForm }) {
  const t = useText(mappingText);
  const { market, categories } = mapping;
  const { category } = MARKETS[market];
  const typed = form.watch().categories ?? [];
  const takes = categories.flatMap(({ suggestion }, at) => {
    const own = typed[at];
    return suggestion && !(own && isMappedCategory(own)) ? [{ at, suggestion }] : [];
  });
  const take = (at: number, suggestion: Target) => {
    for (const field of category) form.setValue(`categories.${at}.${field}`, suggestion[field]);
  };
  return (
    <Section
      title={t.categories}
      {...(categories.length === 0 ? { empty: t.none } : {})}
      action={
        takes.length > 0 && (
          <Button
            variant="default"
            size="compact-md"
            onClick={() => {
              for (const { at, suggestion } of takes) take(at, suggestion);
            }}
          >
            {t.takeAll(takes.length)}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        {categories.map(({ key, title, goods }, at) => {
          const offered = takes.find((one) => one.at === at);
          return (
            <Row key={key} title={title} note={note(t, goods, key.startsWith('tag:'))}>
              {category.map((field) => (
                <TextField
                  key={field}
                  {...form.field(`categories.${at}.${field}`)}
                  label={t.fields[market][field]}
                  maxLength={field === 'id' ? 60 : field === 'name' ? 300 : 500}
                  autoComplete="off"
                />
              ))}
              {offered && (
                <Group gap="xs">
                  <Text size="sm" c="dimmed" className="wrap-anywhere">
                    {t.suggested(
                      [offered.suggestion.id, offered.suggestion.name, offered.suggestion.url]
                        .filter(Boolean)
                        .join(' · '),
                    )}
                  </Text>
                  <Button variant="subtle" size="compact-sm" onClick={() => take(at, offered.suggestion)}>
                    {t.take}
                  </Button>
                </Group>
              )}
            </Row>
          );
        })}
      </Stack>
    </Section>
  );
}

type Words = (typeof mappingText)['ua'];

const note = (t: Words, goods: number, isTag: boolean): string =>
  [goods > 0 ? t.goods(goods) : t.noGoods, ...(isTag ? [t.tag] : [])].join(' · ');

function Row({ title, note: said, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" role="group" aria-label={title}>
      <div>
        <Text fw={500} className="wrap-anywhere">
          {title}
        </Text>
        <Text size="sm" c="dimmed">
          {said}
        </Text>
      </div>
      <Stack gap="xs">{children}</Stack>
    </SimpleGrid>
  );
}

function Params({ mapping, form }: { mapping: Mapping; form: MappingForm }) {
  const t = useText(mappingText);
  const { market, params } = mapping;
  return (
    <Section title={t.params} {...(params.length === 0 ? { empty: t.noParams } : {})}>
      <Text size="sm" c="dimmed" mb="md">
        {t.paramsHint}
      </Text>
      <Stack gap="lg">
        {params.map((param, at) => (
          <Param key={param.option} param={param} at={at} market={market} form={form} />
        ))}
      </Stack>
    </Section>
  );
}

interface ParamProps {
  param: Mapping['params'][number];
  at: number;
  market: Market;
  form: MappingForm;
}

function Param({ param, at, market, form }: ParamProps) {
  const t = useText(mappingText);
  const { codes } = MARKETS[market];
  const [isOpen, setOpen] = useState(false);
  const own = form.watch().params?.[at];
  const { option, goods, values, suggestion } = param;
  const take = () => {
    if (!suggestion) return;
    form.setValue(`params.${at}.id`, suggestion.id);
    form.setValue(`params.${at}.name`, suggestion.name);
    for (const [place, { value }] of values.entries()) {
      const known = suggestion.values.find((one) => one.value.toLowerCase() === value.toLowerCase());
      if (!known) continue;
      form.setValue(`params.${at}.values.${place}.id`, known.id);
      form.setValue(`params.${at}.values.${place}.name`, known.name);
    }
  };
  return (
    <Row title={option} note={goods > 0 ? t.goods(goods) : t.noGoods}>
      <SimpleGrid cols={codes ? { base: 1, xs: 2 } : 1} spacing="xs">
        <TextField {...form.field(`params.${at}.name`)} label={t.paramName} maxLength={60} autoComplete="off" />
        {codes && (
          <TextField
            {...form.field(`params.${at}.id`)}
            label={market === 'epicentr' ? t.paramCode : t.paramId}
            maxLength={60}
            autoComplete="off"
          />
        )}
      </SimpleGrid>
      {suggestion && !(own && isMappedParam(own)) && (
        <Group gap="xs">
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {t.suggested([suggestion.name, suggestion.id].filter(Boolean).join(' · '))}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={take}>
            {t.take}
          </Button>
        </Group>
      )}
      {values.length > 0 && (
        <div>
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t.hideValues : t.values(values.length)}
          </Button>
        </div>
      )}
      {isOpen &&
        values.map(({ value }, place) => (
          <SimpleGrid key={value} cols={codes ? { base: 1, xs: 2 } : 1} spacing="xs">
            <TextField
              {...form.field(`params.${at}.values.${place}.name`)}
              label={t.fieldOf(t.valueName, value)}
              maxLength={120}
              autoComplete="off"
            />
            {codes && (
              <TextField
                {...form.field(`params.${at}.values.${place}.id`)}
                label={t.fieldOf(t.valueId, value)}
                maxLength={60}
                autoComplete="off"
              />
            )}
          </SimpleGrid>
        ))}
    </Row>
  );
}
