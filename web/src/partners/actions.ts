import * as contract from '@lanka/domain/partners/contract';
import { minutesUntilResend, whyNotDelete } from '@lanka/domain/partners/rules';
import { IconMail, IconMailForward, IconMailOff, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { useNow } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import type { MenuEntry } from '../kit/page/page';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';
/** What can be done with a counterparty, each with its consequences, or the reason why not. */
export function useCounterpartyMenu(counterparty: contract.Counterparty, invite: () => void): MenuEntry[] {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const now = useNow();
  const args = { params: { project_id, id: counterparty.id } };
  const resend = useAction(contract.resendCounterpartyInvitation, { success: t.invitationSent });
  const withdraw = useAction(contract.withdrawCounterpartyInvitation, { success: t.withdrawn });
  const removeAccess = useAction(contract.removeCounterpartyAccess, { success: t.accessRemoved });
  const remove = useAction(contract.deleteCounterparty, {
    success: t.deleted,
    onSuccess: () => navigate('/cp/counterparties', { replace: true }),
  });
  const { status, invitation, own_sales } = counterparty;
  const wait = invitation ? minutesUntilResend(invitation.resendable_at, now) : 0;
  const reason = whyNotDelete(counterparty);
  const mayInvite = can('counterparties.invite') && !own_sales;
  const ask = async (question: Parameters<typeof confirm>[0], act: () => void) => {
    if (await confirm(question)) act();
  };
  return [
    { label: t.invite, icon: IconMail, onClick: invite, hidden: !mayInvite || status !== 'ordinary' },
    {
      label: t.resend,
      icon: IconMailForward,
      hidden: !mayInvite || status !== 'invited',
      disabledReason: wait > 0 ? t.resendIn(wait) : null,
      onClick: () => resend.mutate(args),
    },
    {
      label: t.withdraw,
      icon: IconMailOff,
      hidden: !mayInvite || status !== 'invited',
      onClick: () =>
        void ask({ title: t.withdrawTitle, effects: [t.withdrawEffect], confirmLabel: t.withdraw }, () =>
          withdraw.mutate(args),
        ),
    },
    {
      label: t.removeAccess,
      icon: IconUserOff,
      hidden: !mayInvite || status !== 'dropshipper',
      danger: true,
      onClick: () =>
        void ask(
          { title: t.removeAccessTitle, effects: t.removeAccessEffects, confirmLabel: t.removeAccess, danger: true },
          () => removeAccess.mutate(args),
        ),
    },
    {
      label: t.delete,
      icon: IconTrash,
      hidden: !can('counterparties.edit') || own_sales,
      danger: true,
      disabledReason: reason ? t.cannotDelete[reason] : null,
      onClick: () =>
        void ask(
          {
            title: t.deleteTitle(counterparty.name),
            effects: t.deleteEffects,
            irreversible: true,
            confirmLabel: t.delete,
            danger: true,
          },
          () => remove.mutate(args),
        ),
    },
  ];
}
