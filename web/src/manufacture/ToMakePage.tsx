import './manufacture.css';
import * as contract from '@lanka/domain/manufacture/contract';
import { leftOf } from '@lanka/domain/manufacture/rules';
import { Anchor, Button, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { IconChecks, IconMessage, IconPhoto, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { titleOf } from '../catalog';
import { StatusBadge } from '../kit/display/status';
import { useAction, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { MadeDialog } from './MadeDialog';
import { Deadline, Materials, RequestTabs } from './parts';
import { manufactureStatus, text } from './text';

const AT_ONCE = 20;

/** For whoever makes it, with a phone in the hand: what is due first, how it looks, and two buttons. */
export function ToMakePage() {
  const t = useText(text);
  const project_id = useProjectId();
  const [search, setSearch] = useSearchParams();
  const mine = search.get('mine') !== null;
  const list = usePages<contract.ToMake>(contract.listToMake, {
    params: { project_id },
    query: { limit: AT_ONCE, ...(mine ? { mine: 'true' } : {}) },
  });
  return (
    <Page title={t.toMake} narrow>
      <RequestTabs />
      <SegmentedControl
        aria-label={t.whose}
        value={mine ? 'mine' : 'all'}
        onChange={(value) => setSearch(value === 'mine' ? { mine: '' } : {}, { replace: true })}
        data={[
          { value: 'all', label: t.all },
          { value: 'mine', label: t.mine },
        ]}
      />
      <Loaded query={list}>
        {(requests) =>
          requests.length === 0 ? (
            <EmptyState drawing="boxes" title={t.nothingToMake} text={t.nothingToMakeText} />
          ) : (
            <Stack gap="md">
              {requests.map((request) => (
                <RequestCard key={request.id} request={request} />
              ))}
              <MoreRows list={list} />
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function RequestCard({ request }: { request: contract.ToMake }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const [asking, setAsking] = useState(false);
  const start = useAction(contract.moveManufactureRequest, { success: t.started });
  const title = `to-make-${request.id}`;
  return (
    <Paper component="article" withBorder radius="md" p="md" aria-labelledby={title}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
          <div>
            <Title order={2} size="h4" id={title}>
              <Anchor component={Link} to={`/cp/manufacture_requests/${request.id}`} inherit>
                {t.one(request.number)}
              </Anchor>
            </Title>
            <Text size="sm" component="div">
              {request.deadline ? (
                <>
                  {`${t.until} `}
                  <Deadline request={request} />
                </>
              ) : (
                t.noDeadline
              )}
            </Text>
          </div>
          <StatusBadge table={manufactureStatus} value={request.status} />
        </Group>
        <Text size="sm" c="dimmed">
          {[request.producer?.name ?? t.anyProducer, request.order ? t.orderNumber(request.order.number) : null]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        {request.comment && <Text className="wrap-anywhere">{request.comment}</Text>}
        {request.order_comments.length > 0 && (
          <Stack gap={4} component="section" aria-label={t.orderComments}>
            {request.order_comments.map((comment, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are texts, and are not moved
              <Group key={i} gap={6} wrap="nowrap" align="flex-start">
                <IconMessage size={18} className="to-make-icon" aria-hidden />
                <Text size="sm" className="wrap-anywhere">
                  {comment}
                </Text>
              </Group>
            ))}
          </Stack>
        )}
        <ul className="to-make-lines">
          {request.lines.map((line) => (
            <li key={line.product_variant_id}>
              <Photo url={line.thumbnail_url} />
              <div>
                <Text fw={500} className="wrap-anywhere">
                  {titleOf(line)}
                </Text>
                {line.sku && (
                  <Text size="sm" c="dimmed">
                    {line.sku}
                  </Text>
                )}
                <Materials materials={line.materials} />
              </div>
              <Text className="figures to-make-left" component="div">
                <Text span inherit fw={700} size="xl">
                  {leftOf(line)}
                </Text>
                {line.made > 0 && (
                  <Text size="sm" c="dimmed">
                    {t.ofWanted(line.count)}
                  </Text>
                )}
              </Text>
            </li>
          ))}
        </ul>
        {can('manufacture.edit') &&
          (request.status === 'new' ? (
            <Button
              size="md"
              variant="default"
              leftSection={<IconPlayerPlay size={20} />}
              loading={start.isPending}
              onClick={() => start.mutate({ params: { project_id, id: request.id }, body: { to: 'in_production' } })}
            >
              {t.start}
            </Button>
          ) : (
            <Button size="md" leftSection={<IconChecks size={20} />} onClick={() => setAsking(true)}>
              {t.done}
            </Button>
          ))}
        {request.status === 'in_production' && (
          <MadeDialog request={request} opened={asking} close={() => setAsking(false)} />
        )}
      </Stack>
    </Paper>
  );
}

/** Decorative: the name stands beside it. */
function Photo({ url }: { url: string | null }) {
  return (
    <span className="to-make-photo">
      {url ? <img src={url} alt="" loading="lazy" /> : <IconPhoto size={28} stroke={1.5} aria-hidden />}
    </span>
  );
}
