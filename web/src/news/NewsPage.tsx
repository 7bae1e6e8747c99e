import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/news/contract';
import { Alert, Anchor, Button, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconClock, IconPencil, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { DayInput } from '../kit/form/day';
import { useAction, useCall, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { instantAt } from './moment';
import { Told } from './Told';
import { newsStatus, text } from './text';

const LIST = '/cp/news';

/** `/cp/news/…` of a supplier: what the item says, what can be done with it, and who has read it. */
export function NewsPage({ id }: { id: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const item = useCall(contract.readNews, { params: { project_id, id } });
  if (item.data) return <Known item={item.data} />;
  return (
    <Page title={t.one} crumbs={[{ to: LIST, label: t.forDropshippers }]}>
      <Loaded query={item}>{() => null}</Loaded>
    </Page>
  );
}

function Known({ item }: { item: contract.NewsItem }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const navigate = useNavigate();
  const ask = useConfirm();
  const [isPutOff, setPutOff] = useState(false);
  const params = { project_id, id: item.id };
  const publish = useAction(contract.publishNews, { success: t.published });
  const withdraw = useAction(contract.withdrawNews, { success: t.takenBack });
  const remove = useAction(contract.removeNews, { success: t.removed });
  const may = (deed: contract.NewsItem['deeds'][number]) => can('news.edit') && item.deeds.includes(deed);
  const onPublish = async () => {
    const answer = await ask({
      title: t.publishTitle,
      effects: t.publishEffects(item.reaches, item.published_at !== null),
      confirmLabel: t.publish,
    });
    if (answer) publish.mutate({ params, body: {} });
  };
  const onWithdraw = async () => {
    const answer = await ask({
      title: t.withdrawTitle,
      effects: t.withdrawEffects,
      confirmLabel: t.withdraw,
      danger: true,
    });
    if (answer) withdraw.mutate({ params });
  };
  const onRemove = async () => {
    const answer = await ask({ title: t.removeTitle, effects: t.removeEffects, confirmLabel: t.remove, danger: true });
    if (!answer) return;
    await remove.mutateAsync({ params });
    navigate(LIST);
  };
  const edit = { label: t.change, icon: IconPencil, to: `${LIST}/${item.id}/edit` };
  const primary = may('publish')
    ? { label: t.publish, icon: IconSend, onClick: () => void onPublish(), loading: publish.isPending }
    : may('edit') && edit;
  return (
    <Page
      title={item.title}
      crumbs={[{ to: LIST, label: t.forDropshippers }]}
      status={<StatusBadge table={newsStatus} value={item.status} size="lg" />}
      action={primary}
      menu={[
        { ...edit, hidden: !may('publish') || !may('edit') },
        { label: t.publishLater, icon: IconClock, onClick: () => setPutOff(true), hidden: !may('publish') },
        { label: t.unschedule, onClick: () => withdraw.mutate({ params }), hidden: !may('unschedule') },
        { label: t.withdraw, onClick: () => void onWithdraw(), danger: true, hidden: !may('withdraw') },
        { label: t.remove, onClick: () => void onRemove(), danger: true, hidden: !may('remove') },
      ]}
      side={<Facts item={item} />}
    >
      {item.status === 'scheduled' && (
        <Alert icon={<IconClock />}>
          {t.scheduledFor} <DateTime at={item.publish_at} span inherit />
        </Alert>
      )}
      <Told item={item} linkTo={(product) => `/cp/products/${product}`} empty={t.nothingYet} />
      {(item.status === 'published' || item.status === 'withdrawn') && <Readers id={item.id} />}
      <Modal opened={isPutOff} onClose={() => setPutOff(false)} title={t.publishLater} centered>
        <PutOff
          close={() => setPutOff(false)}
          isPending={publish.isPending}
          publish={async (at) => {
            await publish.mutateAsync({ params, body: { at } });
            setPutOff(false);
          }}
        />
      </Modal>
    </Page>
  );
}

function Facts({ item }: { item: contract.NewsItem }) {
  const t = useText(text);
  const { audience, groups, counterparties, reaches, read, status, author, by_itself } = item;
  const names = [...groups, ...counterparties].map(({ name }) => name).join(', ');
  return (
    <KeyFacts
      facts={[
        {
          label: t.audience,
          value: audience === 'all' ? t.audiences.all : <span className="wrap-anywhere">{names || '–'}</span>,
        },
        { label: t.reaches, value: <span className="figures">{reaches}</span> },
        {
          label: t.read,
          value: <span className="figures">{t.readOf(read, reaches)}</span>,
          hidden: status === 'draft' || status === 'scheduled',
        },
        { label: t.author, value: by_itself ? t.byItself : (author.name ?? '–') },
        { label: t.publishedAt, value: <DateTime at={item.published_at} />, hidden: item.published_at === null },
        { label: t.editedAt, value: <DateTime at={item.edited_at} />, hidden: item.edited_at === null },
        { label: t.createdAt, value: <DateTime at={item.created_at} /> },
      ]}
    />
  );
}

function Readers({ id }: { id: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const [which, setWhich] = useState<'all' | 'true' | 'false'>('all');
  const readers = usePages<contract.NewsReader>(contract.listNewsReaders, {
    params: { project_id, id },
    query: which === 'all' ? {} : { read: which },
  });
  return (
    <Section
      title={t.readers}
      flush
      action={
        <SegmentedControl
          size="xs"
          aria-label={t.readers}
          value={which}
          onChange={(next) => setWhich(next as typeof which)}
          data={[
            { value: 'all', label: t.all },
            { value: 'true', label: t.haveRead },
            { value: 'false', label: t.haveNotRead },
          ]}
        />
      }
    >
      <Loaded query={readers}>
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed" p="md">
              {t.noReaders}
            </Text>
          ) : (
            <ul className="news-goods">
              {items.map(({ counterparty_id, name, read_at }) => (
                <li key={counterparty_id}>
                  <Anchor component={Link} to={`/cp/counterparties/${counterparty_id}`} className="wrap-anywhere">
                    {name}
                  </Anchor>
                  <Text span size="sm" c="dimmed">
                    {read_at ? <DateTime at={read_at} span inherit /> : t.notYet}
                  </Text>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <MoreRows list={readers} />
    </Section>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

function PutOff({
  publish,
  close,
  isPending,
}: {
  publish: (at: string) => Promise<void>;
  close: () => void;
  isPending: boolean;
}) {
  const t = useText(text);
  const [day, setDay] = useState<string | null>(null);
  const [hour, setHour] = useState('09:00');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (day) void publish(instantAt(day, Number(hour.slice(0, 2)))).catch(() => undefined);
      }}
    >
      <Stack gap="md">
        <Group grow align="flex-start">
          <DayInput label={t.day} value={day} onChange={setDay} minDate={kyivDate(new Date())} withAsterisk />
          <Select
            label={t.hour}
            data={HOURS}
            value={hour}
            onChange={(next) => setHour(next ?? '09:00')}
            allowDeselect={false}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {t.byKyiv}
        </Text>
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={!day} loading={isPending}>
            {t.putOff}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
