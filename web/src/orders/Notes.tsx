/** What people add to an order besides its data: comments and files; and its history. */
import './orders.css';
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/orders/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { History, Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { AS_LONG_AS_LINKS, AttachedFiles } from '../kit/form/attached';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { hasFirstAnswer } from '../kit/page/together';
import { useLocale, useText } from '../kit/text';
import { useFields } from '../templates';
import { changeInWords } from './changes';
import { changesText } from './changes-text';
import { happened } from './effects';
import { newestFirst, titleOfEntry } from './history';
import { pieces } from './mentions';
import { NewComment } from './NewComment';
import { orderStatus } from './status';
import { type OrderText, text } from './text';
import type { OrderPlace } from './where';

interface OfOrder {
  place: OrderPlace;
  id: string;
}

const paramsOf = ({ place, id }: OfOrder) => ({ project_id: place.project_id, id });

export function Comments(props: OfOrder & { order: contract.Order }) {
  const t = useText(text);
  const params = paramsOf(props);
  const comments = useCall(contract.listComments, { params });
  const [isWriting, setWriting] = useState(false);
  const mayWrite = can(props.place.role, 'orders.comment');
  if (comments.data?.items.length === 0 && !isWriting) {
    const write = mayWrite && (
      <Button variant="default" size="compact-sm" onClick={() => setWriting(true)}>
        {t.addComment}
      </Button>
    );
    return <Section title={t.comments} empty={t.noComments} action={write} />;
  }
  return (
    <Section title={t.comments}>
      <Stack gap="md">
        <Loaded query={comments}>
          {({ items }) =>
            items.length > 0 && (
              <div>
                {items.map((comment) => (
                  <div key={comment.id} className="order-comment">
                    <Group gap="xs">
                      <Text fw={500}>{whoOf(comment.author, t)}</Text>
                      <Text size="sm" c="dimmed">
                        <DateTime at={comment.created_at} />
                      </Text>
                      {comment.visibility !== 'all' && (
                        <Badge variant="default" className="plain-badge" radius="sm">
                          {t.visibilities[comment.visibility]}
                        </Badge>
                      )}
                    </Group>
                    <Text className="order-comment-text">
                      {pieces(
                        comment.text,
                        comment.mentions.map(({ name }) => name),
                      ).map((piece, nth) =>
                        piece.isName ? (
                          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, none is moved
                          <mark key={nth} className="order-mention">
                            {piece.text}
                          </mark>
                        ) : (
                          piece.text
                        ),
                      )}
                    </Text>
                  </div>
                ))}
              </div>
            )
          }
        </Loaded>
        {mayWrite && <NewComment {...props} isAsked={isWriting} />}
      </Stack>
    </Section>
  );
}

export function Files(props: OfOrder) {
  const t = useText(text);
  const params = paramsOf(props);
  const files = useCall(contract.listFiles, { params }, AS_LONG_AS_LINKS);
  const add = useAction(contract.addFile, { success: t.fileAdded });
  return (
    <AttachedFiles
      files={files}
      projectId={props.place.project_id}
      mayAdd={can(props.place.role, 'files.upload') && can(props.place.role, 'orders.comment')}
      hint={t.fileHint}
      add={(file_name) => add.mutate({ params, body: { file_name } })}
      about={(file) =>
        [file.purpose === 'prepayment' ? t.prepaymentReceipt : null, whoOf(file.author, t)].filter(Boolean).join(' · ')
      }
    />
  );
}

export function OrderHistory(props: OfOrder) {
  const t = useText(text);
  const { locale } = useLocale();
  const history = useCall(contract.readHistory, { params: paramsOf(props) });
  const fields = useFields(props.place.project_id, 'order');
  return (
    <Loaded query={history}>
      {({ items }) => (
        <History
          entries={newestFirst(items).map((entry) => ({
            id: entry.id,
            at: entry.created_at,
            who: entry.rule ? t.byRule(entry.rule) : whoOf(entry.actor, t),
            title: titleOfEntry(entry, t, locale),
            text: <EntryText entry={entry} fields={fields} />,
            ...(entry.to && entry.kind === 'moved' ? { color: orderStatus[entry.to].color } : {}),
          }))}
        />
      )}
    </Loaded>
  );
}

/** Of these the reason is a number, which the title says. */
const NUMBERED: ReadonlySet<string> = new Set([
  'returned',
  'parcel',
  'split_off',
  'split_from',
  'joined',
  'joined_into',
  'exchanged',
  'exchange_from',
  'reservation_ended',
]);

const LED_HERE: ReadonlySet<string> = new Set(['moved', 'reservation_ended']);

interface EntryTextProps {
  entry: contract.HistoryEntry;
  fields: readonly TemplateField[];
}

/** What the move did, then why; nothing for an entry without either. */
function EntryText({ entry: { kind, effects, reason, changes }, fields }: EntryTextProps) {
  const t = useText(text);
  const words = useText(changesText);
  const { locale } = useLocale();
  const did = effects.map((effect) => happened(effect, t)).join('; ');
  return (
    <>
      {changes.map((change) => (
        <span key={`${change.field} ${change.of}`} className="order-history-line">
          {changeInWords(change, words, locale, fields)}
        </span>
      ))}
      {did && <span className="order-history-line">{did.charAt(0).toUpperCase() + did.slice(1)}</span>}
      {reason && !NUMBERED.has(kind) && <span className="order-history-line">{t.reasonIs(reason)}</span>}
    </>
  );
}

interface Reason {
  /** It is known whether there is one. */
  isKnown: boolean;
  reason: string | undefined;
}

/** Why an order came back or was given up. */
export function useReason({
  place,
  order: { id, status },
}: Pick<OfOrder, 'place'> & { order: contract.Order }): Reason {
  const asked = status === 'Blocked' || status === 'Canceled';
  const history = useCall(contract.readHistory, { params: paramsOf({ place, id }) }, { enabled: asked });
  const last = newestFirst(history.data?.items ?? []).find(({ to, kind }) => LED_HERE.has(kind) && to === status);
  // what a reservation ended says of itself (`ReservationAlert`)
  const reason = asked && last?.kind === 'moved' ? last.reason : null;
  return { isKnown: hasFirstAnswer(history), reason: reason || undefined };
}

/** The first thing that its maker wants to know. */
export function ReasonAlert({ status, reason }: { status: contract.OrderStatus; reason: string }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <Alert color={status === 'Blocked' ? 'yellow' : 'red'}>
      <Text fw={600}>{orderStatus[status][locale]}</Text>
      <Text className="wrap-anywhere">{t.reasonIs(reason)}</Text>
    </Alert>
  );
}

function whoOf({ kind, name }: contract.HistoryEntry['actor'], t: OrderText): string {
  if (kind === 'system') return t.system;
  return name ?? (kind === 'api_key' ? t.apiKey : '–');
}
