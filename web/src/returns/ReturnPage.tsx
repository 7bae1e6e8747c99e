import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/returns/contract';
import { ActionIcon, Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconChecks, IconDiscountOff, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { GoodsName, titleOf } from '../catalog';
import { History, KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime, Money } from '../kit/display/values';
import { FileDrop } from '../kit/form/files';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError } from '../kit/overlay/notify';
import { Placed } from '../kit/page/Placed';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { returnTool } from './panels';
import { itemStatus, reasonNames, refusalOf, returnStatus, text } from './text';
import { useReturnPlace } from './where';
import './returns.css';

export function ReturnPage() {
  const t = useText(text);
  const found = useReturnPlace();
  const { place, id } = found;
  const one = useCall(
    contract.readReturn,
    { params: { project_id: place?.project_id ?? '-', id } },
    { enabled: place !== undefined },
  );
  if (!place || one.data === undefined)
    return (
      <Page title={t.title} crumbs={[{ to: '/cp/returns', label: t.title }]}>
        <Placed found={found} query={one} />
      </Page>
    );
  return <Shown key={one.data.id} found={one.data} isClient={place.role === 'Client'} />;
}

interface OfReturn {
  found: contract.Return;
}

function Shown({ found, isClient }: OfReturn & { isClient: boolean }) {
  const t = useText(text);
  const acts = useActs(found);
  const session = useSession();
  const { locale } = useLocale();
  const tools = useHook(returnTool).filter(({ visible }) => visible(session, found));
  const pending = found.items.filter(({ status }) => status === 'pending');
  const { may, origin } = found;
  return (
    <Page
      title={t.one(found.number)}
      crumbs={[{ to: '/cp/returns', label: t.title }]}
      status={<StatusBadge table={returnStatus} value={found.status} size="lg" />}
      subtitle={[
        isClient ? found.project_title : found.counterparty.name,
        ...(origin === 'refusal' ? [refusalOf(found, t)] : found.parcel === null ? [] : [t.parcel(found.parcel)]),
        ...(found.withdrawn ? [t.withdrawn] : []),
      ].join(' · ')}
      action={
        may.decide && {
          label: t.approveAll,
          icon: IconChecks,
          loading: acts.isDeciding,
          onClick: () => void acts.decide(pending, 'approved'),
        }
      }
      menu={[
        {
          label: t.rejectAll,
          icon: IconX,
          danger: true,
          hidden: !may.decide,
          onClick: () => void acts.decide(pending, 'rejected'),
        },
        { label: t.withdraw, icon: IconArrowBackUp, hidden: !may.withdraw, onClick: () => void acts.withdraw() },
        ...tools.map(({ label, icon, run }) => ({
          label: label[locale],
          icon,
          onClick: () => void run(found.project_id, found).catch(notifyError),
        })),
        { label: t.waive, icon: IconDiscountOff, hidden: !may.waive, onClick: () => void acts.waive() },
      ]}
      side={<Facts found={found} isClient={isClient} />}
    >
      <Section title={t.items} flush>
        <Items found={found} acts={acts} />
      </Section>
      <Photos found={found} />
      <Told found={found} />
    </Page>
  );
}

type Acts = ReturnType<typeof useActs>;
type Item = contract.ReturnItem;

/** What can be done with a return, each with its consequences first. */
function useActs(found: contract.Return) {
  const t = useText(text);
  const ask = useConfirm();
  const params = { project_id: found.project_id, id: found.id };
  /** Whether a line goes back to the warehouse, where somebody has said otherwise than the return does. */
  const [marks, setMarks] = useState<Readonly<Record<string, boolean>>>({});
  const decide = useAction(contract.decideReturn, { success: t.decided });
  const withdraw = useAction(contract.withdrawReturn, { success: t.withdrawDone });
  const waive = useAction(contract.waiveCharge, { success: t.waived });
  const goesBack = (item: Item) => marks[item.id] ?? item.to_warehouse;
  return {
    isDeciding: decide.isPending,
    goesBack,
    mark: (item: Item, back: boolean) => setMarks({ ...marks, [item.id]: back }),
    async decide(items: readonly Item[], status: 'approved' | 'rejected') {
      const answer = await ask({
        title: status === 'approved' ? t.approving : t.rejecting,
        effects: status === 'approved' ? approvedEffects(items) : [t.mayAskAgain],
        irreversible: t.cannotUndo,
        reason: { label: t.why },
        confirmLabel: status === 'approved' ? t.approve : t.reject,
        danger: status === 'rejected',
      });
      if (!answer) return;
      const decided = items.map((item) => ({ id: item.id, status, to_warehouse: goesBack(item) }));
      decide.mutate({ params, body: { items: decided, comment: answer.reason }, if_match: found.version });
    },
    async withdraw() {
      const question = { title: t.withdrawTitle, effects: [t.mayAskAgain], confirmLabel: t.withdraw, danger: true };
      if (await ask(question)) withdraw.mutate({ params });
    },
    async waive() {
      const money = formatMoney(found.logistics_charge);
      const answer = await ask({
        title: t.waiveTitle(money),
        effects: [t.waiveEffect(found.counterparty.name, money)],
        reason: { label: t.waiveWhy, required: true },
        confirmLabel: t.waive,
      });
      if (answer) waive.mutate({ params, body: { comment: answer.reason } });
    },
  };

  function approvedEffects(items: readonly Item[]): string[] {
    const total = (some: readonly Item[]) => some.reduce((sum, { count }) => sum + count, 0);
    const back = total(items.filter(goesBack));
    const kept = total(items) - back;
    const credit = items.reduce((sum, item) => sum + item.credit, 0);
    return [
      ...(back > 0 ? [t.toStock(back)] : []),
      ...(kept > 0 ? [t.noStock(kept)] : []),
      t.credited(found.counterparty.name, formatMoney(credit)),
    ];
  }
}

function Items({ found, acts }: OfReturn & { acts: Acts }) {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const decides = found.may.decide;
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.product}</th>
          <LineHeads names={[t.count, t.toWarehouse, t.sum, t.status]} />
        </tr>
      </thead>
      <tbody>
        {found.items.map((item) => (
          <tr key={item.id}>
            <td className="line-name">
              <GoodsName
                item={item}
                under={t.ofShipped(item.shipped)}
                {...(isDropshipping ? {} : { to: `/cp/products/${item.product_id}` })}
              />
            </td>
            <LineCell label={t.count}>
              <Count value={item.count} unit={item.unit} />
            </LineCell>
            <LineCell label={t.toWarehouse}>
              {decides && item.status === 'pending' ? (
                <Checkbox
                  aria-label={t.toWarehouseOf(titleOf(item))}
                  checked={acts.goesBack(item)}
                  onChange={(event) => acts.mark(item, event.currentTarget.checked)}
                />
              ) : (
                <BackWord item={item} />
              )}
            </LineCell>
            <LineCell label={item.status === 'pending' ? t.willCredit : t.credit}>
              {item.status === 'rejected' ? (
                '–'
              ) : (
                <Text span inherit {...(item.status === 'pending' ? { c: 'dimmed' } : { fw: 600 })}>
                  <Money kopecks={item.credit} className="nowrap" />
                </Text>
              )}
            </LineCell>
            <LineCell label={t.status}>
              {decides && item.status === 'pending' ? (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t.approveOf(titleOf(item))}
                    onClick={() => void acts.decide([item], 'approved')}
                  >
                    {t.approve}
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    aria-label={t.rejectOf(titleOf(item))}
                    onClick={() => void acts.decide([item], 'rejected')}
                  >
                    {t.reject}
                  </Button>
                </Group>
              ) : (
                <StatusBadge table={itemStatus} value={item.status} />
              )}
            </LineCell>
          </tr>
        ))}
      </tbody>
    </LineTable>
  );
}

function BackWord({ item }: { item: Item }) {
  const t = useText(text);
  if (item.status === 'rejected') return '–';
  if (item.status === 'pending') return item.to_warehouse ? t.toWarehouse : t.notOnShelf;
  return item.restocked ? t.onShelf : t.notOnShelf;
}

function Facts({ found, isClient }: OfReturn & { isClient: boolean }) {
  const t = useText(text);
  const reasons = useText(reasonNames);
  const { isDropshipping } = useSession();
  const { order, counterparty } = found;
  return (
    <KeyFacts
      title={t.details}
      facts={[
        {
          label: t.order,
          value: (
            <Anchor
              component={Link}
              inherit
              to={`/cp/orders/${order.id}${isDropshipping ? `?project=${found.project_id}` : ''}`}
            >
              {t.orderOne(order.number)}
            </Anchor>
          ),
        },
        { label: t.supplier, value: found.project_title, hidden: !isClient },
        {
          label: t.counterparty,
          value: <CounterpartyLink id={counterparty.id} name={counterparty.name} />,
          hidden: isClient,
        },
        { label: t.reason, value: found.origin === 'refusal' ? refusalOf(found, t) : reasons[found.reason] },
        { label: t.comment, value: <span className="wrap-anywhere">{found.comment}</span>, hidden: !found.comment },
        { label: t.count, value: t.pieces(found.count) },
        {
          label: t.credit,
          value: <Money kopecks={found.credit} fw={600} />,
          hidden: found.credit === 0 && found.undecided > 0,
        },
        {
          label: t.logistics,
          value: (
            <span>
              <Money kopecks={found.logistics_charge} />
              {found.charge_waived && ` · ${t.waivedShort}`}
            </span>
          ),
          hidden: found.logistics_charge === 0,
        },
        { label: t.createdBy, value: found.created_by.name },
        { label: t.date, value: <DateTime at={found.created_at} /> },
      ]}
    />
  );
}

const MAX_PHOTO = 20 * 1024 * 1024;

function Photos({ found }: OfReturn) {
  const t = useText(text);
  const [adding, setAdding] = useState(false);
  const params = { project_id: found.project_id, return_id: found.id };
  const add = useAction(contract.addReturnPhoto);
  const remove = useAction(contract.deleteReturnPhoto);
  const mayAdd = found.may.add_photos && found.photos.length < contract.MAX_PHOTOS;
  const open = mayAdd && !adding && (
    <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
      {t.addPhotos}
    </Button>
  );
  if (found.photos.length === 0 && !adding) return <Section title={t.photos} empty={t.noPhotos} action={open} />;
  return (
    <Section title={t.photos} action={open}>
      <Stack gap="md">
        <div className="return-photos">
          {found.photos.map((photo, index) => (
            <div key={photo.id} className="return-photo">
              <a href={photo.url} target="_blank" rel="noopener">
                <img src={photo.url} alt={t.photo(index + 1)} loading="lazy" />
              </a>
              {found.may.add_photos && (
                <ActionIcon
                  variant="default"
                  aria-label={t.removePhoto(photo.name)}
                  onClick={() => remove.mutate({ params: { ...params, id: photo.id } })}
                >
                  <IconX size={16} />
                </ActionIcon>
              )}
            </div>
          ))}
        </div>
        {mayAdd && adding && (
          <FileDrop
            projectId={found.project_id}
            accept={['image/*']}
            multiple
            maxBytes={MAX_PHOTO}
            hint={t.photoHint}
            onUploaded={({ file_name }) => add.mutate({ params, body: { file_name } })}
          />
        )}
      </Stack>
    </Section>
  );
}

function Told({ found }: OfReturn) {
  const t = useText(text);
  const history = useCall(contract.readReturnHistory, { params: { project_id: found.project_id, id: found.id } });
  return (
    <Loaded query={history}>
      {({ items }) => (
        <History
          entries={[...items]
            .reverse()
            .map(({ id, kind, approved, rejected, count, amount, comment, actor, created_at }) => ({
              id,
              at: created_at,
              who: actor.name,
              title: t.history[kind],
              text: [
                ...(count > 0 ? [t.told.asked(count)] : []),
                ...(approved > 0 ? [t.told.approved(approved, formatMoney(amount))] : []),
                ...(rejected > 0 ? [t.told.rejected(rejected)] : []),
                ...(kind === 'charged' || kind === 'waived' ? [formatMoney(amount)] : []),
                ...(comment ? [comment] : []),
              ].join(' · '),
            }))}
        />
      )}
    </Loaded>
  );
}
