import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/orders/contract';
import { Button, Group, Select, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { TemplateMenu } from '../comment_templates';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { CommentBox, NOTHING_WRITTEN } from './CommentBox';
import { withIds } from './mentions';
import { numberOf } from './number';
import { text } from './text';
import type { OrderPlace } from './where';

interface NewCommentProps {
  place: OrderPlace;
  order: contract.Order;
  /** Somebody wants to write now. */
  isAsked: boolean;
}

export function NewComment({ place, order, isAsked }: NewCommentProps) {
  const t = useText(text);
  const params = { project_id: place.project_id, id: order.id };
  const [written, setWritten] = useState(NOTHING_WRITTEN);
  const [visibility, setVisibility] = useState<contract.CommentVisibility>('all');
  const add = useAction(contract.addComment, { onSuccess: () => setWritten(NOTHING_WRITTEN), quiet: true });
  const isEmpty = written.text.trim() === '';
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (isEmpty || add.isPending) return;
    add.mutate({ params, body: { text: withIds(written.text.trim(), written.picked), visibility } });
  };
  const placed = {
    number: numberOf(order),
    ttn: order.delivery.ttn ?? '',
    customer: order.customer.name,
    sum: formatMoney(order.sum),
  };
  const insert = (template: string) =>
    setWritten({ ...written, text: isEmpty ? template : `${written.text.trimEnd()}\n${template}` });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <CommentBox
          params={params}
          visibility={visibility}
          value={written}
          onChange={setWritten}
          submit={submit}
          error={add.error?.message ?? null}
          autoFocus={isAsked}
        />
        <Group justify="space-between" align="flex-end" gap="sm">
          <Group align="flex-end" gap="sm">
            <Select
              label={t.visibility}
              data={contract.CommentVisibility.options.map((value) => ({ value, label: t.visibilities[value] }))}
              value={visibility}
              onChange={(next) => next && setVisibility(next as contract.CommentVisibility)}
              allowDeselect={false}
              w={210}
            />
            <TemplateMenu project_id={place.project_id} role={place.role} placed={placed} insert={insert} />
          </Group>
          <Button type="submit" variant="default" loading={add.isPending} disabled={isEmpty}>
            {t.addComment}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
