import * as contract from '@lanka/domain/applications/contract';
import { formatIban } from '@lanka/domain/kit/iban';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime, Phone } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { inWorkspace } from '../kit/page/workspace';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { MyConversation } from './Conversation';
import { applicationStatus, text } from './text';

const LIST = '/cp/applications';
const supplierPage = (project: string) => `${LIST}/suppliers/${project}`;

/** An own application: its state, what it means, and what can be done. */
export function MyApplicationPage() {
  const t = useText(text);
  const { id = '' } = useParams();
  const application = useCall(contract.readMyApplication, { params: { id } });
  if (application.data) return <Known mine={application.data} />;
  return (
    <Page title={t.one} crumbs={[{ to: LIST, label: t.mine }]}>
      <Loaded query={application}>{() => null}</Loaded>
    </Page>
  );
}

function Known({ mine }: { mine: contract.MyApplication }) {
  const t = useText(text);
  const ask = useConfirm();
  const withdraw = useAction(contract.withdrawApplication, { success: t.withdrawn });
  const onWithdraw = async () => {
    const answer = await ask({
      title: t.withdrawTitle,
      effects: t.withdrawEffects,
      confirmLabel: t.withdraw,
      danger: true,
    });
    if (answer) withdraw.mutate({ params: { project_id: mine.project_id, id: mine.id } });
  };
  const isBlocked = mine.status === 'blocked';
  return (
    <Page
      title={t.application(mine.title)}
      crumbs={[{ to: LIST, label: t.mine }]}
      status={<StatusBadge table={applicationStatus} value={mine.status} size="lg" />}
      menu={[
        {
          label: t.withdraw,
          onClick: () => void onWithdraw(),
          danger: true,
          hidden: mine.status !== 'pending',
          loading: withdraw.isPending,
        },
      ]}
      side={<Facts mine={mine} />}
    >
      <State mine={mine} />
      <Section title={t.cover}>
        <Text className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
          {mine.cover_text}
        </Text>
      </Section>
      {!isBlocked && <MyConversation project_id={mine.project_id} id={mine.id} />}
      {!isBlocked && (
        <div>
          <Button component={Link} to={supplierPage(mine.friendly_id)} variant="default">
            {t.supplierPage}
          </Button>
        </div>
      )}
    </Page>
  );
}

/** What the state means for him, in words, and the next step. */
function State({ mine }: { mine: contract.MyApplication }) {
  const t = useText(text);
  const { isDropshipping, project } = useSession();
  const { status, has_access, reason, friendly_id } = mine;
  // the goods of a workspace are those of its supplier
  const elsewhere = !isDropshipping && project?.id !== mine.project_id;
  const products = elsewhere ? inWorkspace('/cp/products', mine.project_id) : '/cp/products';
  const ended = status === 'approved' && !has_access;
  const meaning = {
    pending: t.waits,
    approved: ended ? t.endedNow : t.worksNow,
    rejected: t.rejectedByThem,
    blocked: t.blockedByThem,
    withdrawn: t.withdrawn,
  }[status];
  return (
    <Alert color={status === 'approved' && has_access ? 'green' : 'blue'} icon={<IconInfoCircle />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{meaning}</Text>
        {status === 'rejected' && reason && (
          <Text size="sm" className="wrap-anywhere">
            {t.reason}: {reason}
          </Text>
        )}
        {status === 'approved' && has_access && (
          <Button component={Link} to={products} reloadDocument={elsewhere} size="xs">
            {t.toProducts}
          </Button>
        )}
        {(ended || status === 'withdrawn') && (
          <Button component={Link} to={supplierPage(friendly_id)} size="xs">
            {t.again}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Facts({ mine }: { mine: contract.MyApplication }) {
  const t = useText(text);
  return (
    <KeyFacts
      facts={[
        { label: t.supplier, value: mine.title },
        { label: t.category, value: mine.category, hidden: mine.category === '' },
        { label: t.phone, value: <Phone number={mine.phone} /> },
        { label: t.taxCode, value: mine.edropoy_code, hidden: !mine.edropoy_code },
        {
          label: t.iban,
          value: <span className="wrap-anywhere">{mine.iban && formatIban(mine.iban)}</span>,
          hidden: !mine.iban,
        },
        { label: t.appliedAt, value: <DateTime at={mine.applied_at} /> },
        { label: t.decidedAt, value: <DateTime at={mine.decided_at} />, hidden: mine.decided_at === null },
      ]}
    />
  );
}
