import { daysLeft } from '@lanka/domain/billing/rules';
import type { Restriction } from '@lanka/domain/kit/restriction';
import { kyivDate } from '@lanka/domain/kit/time';
import { Button } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { invoiceText } from './invoice-text';

/** Above the content while something is due, and once only reading goes on; it says what to do and leads there. */
export function Banner() {
  const { project, user, role } = useSession();
  const own = role === 'Client' ? user.restriction : null;
  const restriction = own ?? project?.restriction ?? null;
  return restriction && <Notice restriction={restriction} isOwn={own !== null} />;
}

function Notice({ restriction: { from, invoice }, isOwn }: { restriction: Restriction; isOwn: boolean }) {
  const t = useText(invoiceText);
  const { can } = useSession();
  const mayPay = isOwn || can('billing.manage');
  const left = daysLeft(from, kyivDate(new Date()));
  const root = isOwn ? '/cp/dropshipper-profile/billing' : '/cp/billing/invoices';
  const to = invoice ? `${root}/${invoice.id}` : '/cp/billing/billing';
  return (
    <p className="notice" data-kind={left <= 0 ? 'offline' : 'release'}>
      <IconReceipt2 size={20} aria-hidden />
      <span>
        {left <= 0 ? (
          <>
            <strong>{t.restrictedTitle}.</strong>{' '}
            {invoice ? t.restrictedInvoice(invoice.number) : mayPay ? t.restrictedTrial : t.restrictedTrialMember}
          </>
        ) : invoice ? (
          (mayPay ? t.dueBanner : t.dueBannerMember)(invoice.number, left - 1)
        ) : (
          t.trialBanner(left)
        )}
      </span>
      {mayPay && (
        <Button size="xs" variant="default" component={Link} to={to}>
          {invoice ? t.toInvoice : t.toPlans}
        </Button>
      )}
    </p>
  );
}
