import { Button, type MantineColorScheme, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMessage2, IconUserCog } from '@tabler/icons-react';
import { Link } from 'react-router';
import { OutboxLink } from '../demo';
import { useKnownRoute } from '../kit/page/routes';
import { useReport } from '../kit/report';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** The same in the popover of the top bar and in the drawer of small screens. */
export function UserMenuContent({ close }: { close: () => void }) {
  const t = useText(text);
  const known = useKnownRoute();
  const { user, signOut } = useSession();
  const report = useReport();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600} className="wrap-anywhere">
          {user.name}
        </Text>
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {user.email}
        </Text>
      </div>
      <div>
        <Text size="sm" mb={4} id="theme-label">
          {t.theme}
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-labelledby="theme-label"
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
          data={[
            { value: 'light', label: t.light },
            { value: 'dark', label: t.dark },
            { value: 'auto', label: t.auto },
          ]}
        />
      </div>
      {known('/cp/profile') && (
        <Button
          component={Link}
          to="/cp/profile"
          variant="default"
          justify="flex-start"
          leftSection={<IconUserCog size={18} />}
          onClick={close}
        >
          {t.profileSettings}
        </Button>
      )}
      <Button
        variant="default"
        justify="flex-start"
        leftSection={<IconMessage2 size={18} />}
        onClick={() => {
          close();
          report?.('');
        }}
      >
        {t.feedback}
      </Button>
      <OutboxLink onClick={close} />
      <Button
        variant="default"
        justify="flex-start"
        leftSection={<IconLogout size={18} />}
        onClick={() => void signOut()}
      >
        {t.signOut}
      </Button>
    </Stack>
  );
}
