import type * as contract from '@lanka/domain/projects/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconAddressBook, IconDots, IconUserCog, IconUserMinus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { text } from './text';

/** The owner stays, and nobody removes himself by a slip. */
export function useMayRemove(): (member: Pick<contract.Member, 'id' | 'role'>) => boolean {
  const { user, can } = useSession();
  return ({ id, role }) => can('users.manage') && role !== 'Owner' && id !== user.id;
}

/** What can be done with somebody on the project. */
export function MemberMenu({ member, remove }: { member: contract.Member; remove: () => void }) {
  const t = useText(text);
  const { can } = useSession();
  const mayRemove = useMayRemove()(member);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t.actions(member.name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/cp/users/${member.id}`} leftSection={<IconUserCog size={16} />}>
          {t.open}
        </Menu.Item>
        {member.counterparty_id && can('counterparties.read') && (
          <Menu.Item
            component={Link}
            to={`/cp/counterparties/${member.counterparty_id}`}
            leftSection={<IconAddressBook size={16} />}
          >
            {t.toCounterparty}
          </Menu.Item>
        )}
        {mayRemove && (
          <Menu.Item leftSection={<IconUserMinus size={16} />} c="var(--text-negative)" onClick={remove}>
            {t.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
