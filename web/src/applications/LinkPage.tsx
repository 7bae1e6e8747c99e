import * as contract from '@lanka/domain/applications/links';
import { Group, Text } from '@mantine/core';
import { useParams } from 'react-router';
import { CopyButton, KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { LINKS, linkTerms } from './LinksPage';
import { linkState, text } from './text';

/** One link: to copy, to scan, to revoke. */
export function LinkPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const params = { project_id, id };
  const ask = useConfirm();
  const link = useCall(contract.readJoinLink, { params });
  const revoke = useAction(contract.revokeJoinLink, { success: t.revoked });
  const onRevoke = async () => {
    const answer = await ask({
      title: t.revokeTitle,
      effects: t.revokeEffects,
      irreversible: true,
      confirmLabel: t.revoke,
      danger: true,
    });
    if (answer) revoke.mutate({ params });
  };
  const known = link.data;
  return (
    <Page
      title={known?.name ?? t.links}
      crumbs={[{ to: LINKS, label: t.links }]}
      {...(known
        ? { status: <StatusBadge table={linkState} value={known.state} size="lg" />, side: <Facts link={known} /> }
        : {})}
      menu={[
        { label: t.revoke, onClick: () => void onRevoke(), danger: true, hidden: !known || known.state === 'revoked' },
      ]}
    >
      <Loaded query={link}>
        {({ url, qr_svg, state }) => (
          <Section title={t.linkAddress}>
            <Group wrap="nowrap" gap="xs">
              <Text className="wrap-anywhere">{url}</Text>
              {state === 'living' && <CopyButton value={url} label={t.copyLink} />}
            </Group>
            {state === 'living' && (
              <img
                src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
                alt={t.qrAlt}
                width={240}
                height={240}
                style={{ maxWidth: '100%' }}
              />
            )}
          </Section>
        )}
      </Loaded>
    </Page>
  );
}

function Facts({ link }: { link: contract.JoinLink }) {
  const t = useText(text);
  return (
    <KeyFacts
      facts={[
        { label: t.terms, value: linkTerms(link) || '–' },
        { label: t.uses, value: t.usesOf(link.uses, link.max_uses) },
        { label: t.lastDay, value: <DateOnly date={link.last_day} />, hidden: link.last_day === null },
        { label: t.madeAt, value: <DateTime at={link.created_at} /> },
      ]}
    />
  );
}
