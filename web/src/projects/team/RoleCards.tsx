import type { Role } from '@lanka/domain/kit/roles';
import { Group, Radio, Stack, Text } from '@mantine/core';
import { roleNames } from '../../identity';
import { useText } from '../../kit/text';
import { text } from './text';

interface RoleCardsProps<R extends Role> {
  roles: readonly R[];
  value: R;
  onChange: (role: R) => void;
}

/** A choice of roles, each with what it lets do. */
export function RoleCards<R extends Role>({ roles, value, onChange }: RoleCardsProps<R>) {
  const t = useText(text);
  const names = useText(roleNames);
  return (
    <Radio.Group label={t.role} value={value} onChange={(role) => onChange(role as R)} withAsterisk>
      <Stack gap="xs" mt={4}>
        {roles.map((role) => (
          <Radio.Card key={role} value={role} radius="md" className="role-card">
            <Group wrap="nowrap" align="flex-start" gap="sm">
              <Radio.Indicator mt={2} />
              <div>
                <Text fw={500}>{names[role]}</Text>
                <Text size="sm" c="dimmed">
                  {t.roleHint[role]}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
