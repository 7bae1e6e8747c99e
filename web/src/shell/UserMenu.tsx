import { Avatar, Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { initials } from '../kit/format';
import { LinesSkeleton } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** Loaded as soon as somebody reaches for the button. */
const content = () => import('./UserMenuContent');
const UserMenuContent = lazy(async () => ({ default: (await content()).UserMenuContent }));

/** In the top bar: name and e-mail, profile settings, theme, logout (specification §2.4). */
export function UserMenu() {
  const t = useText(text);
  const { user } = useSession();
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={300} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className="user-button"
          onClick={() => setOpened(!opened)}
          onMouseEnter={() => void content()}
          onFocus={() => void content()}
        >
          <VisuallyHidden>{t.userMenu}</VisuallyHidden>
          <Avatar radius="xl" size={40} color="accent" alt="" aria-hidden>
            {initials(user.name)}
          </Avatar>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<LinesSkeleton />}>
          <UserMenuContent close={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
