import { readDemo } from '@lanka/domain/demo/contract';
import { Button, Divider, Stack, Text } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

/** Whether this is a demo hardly changes while a page is open. */
const useDemo = () => useCall(readDemo, {}, { staleTime: Number.POSITIVE_INFINITY }).data;

/** Under the sign-in form, on demo data only: one press signs in. */
export function DemoSignIns({ enter }: { enter: (credentials: { email: string; password: string }) => void }) {
  const t = useText(text);
  const demo = useDemo();
  if (!demo?.demo) return null;
  return (
    <section aria-label={t.title}>
      <Divider my="lg" label={t.title} />
      <Stack gap="xs">
        {demo.sign_ins?.map(({ email, password, name, role }) => (
          <Button
            key={email}
            variant="default"
            h="auto"
            py={8}
            justify="space-between"
            onClick={() => enter({ email, password })}
            rightSection={
              <Text span size="sm" c="dimmed">
                {name}
              </Text>
            }
          >
            {t.role[role]}
          </Button>
        ))}
        <OutboxLink />
      </Stack>
    </section>
  );
}

/** A link to the letters, only where they can be read. */
export function OutboxLink({ onClick }: { onClick?: () => void }) {
  const t = useText(text);
  const demo = useDemo();
  if (!demo?.outbox) return null;
  return (
    <Button
      component={Link}
      to="/cp/outbox"
      variant={onClick ? 'default' : 'subtle'}
      justify="flex-start"
      leftSection={<IconMailOpened size={18} />}
      {...(onClick ? { onClick } : {})}
    >
      {t.outbox}
    </Button>
  );
}
