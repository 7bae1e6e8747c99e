import { can, type Permission } from '@lanka/domain/kit/permissions';
import { Role } from '@lanka/domain/kit/roles';
import { Modal, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { roleNames } from '../../identity';
import { useLocale, useText } from '../../kit/text';
import { PERMISSION_WORDS } from './permission-words';
import { text } from './text';
import '../projects.css';

const WORDS = Object.entries(PERMISSION_WORDS) as [Permission, (typeof PERMISSION_WORDS)[Permission]][];

/** The permission table itself: what the server asks is what is shown. */
export function RolesModal({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useText(text);
  const { locale } = useLocale();
  const names = useText(roleNames);
  return (
    <Modal opened={opened} onClose={close} title={t.rolesTitle} size={1120} centered>
      <Table.ScrollContainer
        minWidth={960}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t.rolesTitle, role: 'region' } }}
      >
        <Table className="roles-table" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.permission}</Table.Th>
              {Role.options.map((role) => (
                <Table.Th key={role} ta="center">
                  {names[role]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {WORDS.map(([permission, what]) => (
              <Table.Tr key={permission}>
                <Table.Th scope="row" fw={400}>
                  {what[locale]}
                </Table.Th>
                {Role.options.map((role) => (
                  <Table.Td key={role} ta="center">
                    {can(role, permission) ? (
                      <>
                        <IconCheck size={18} aria-hidden />
                        <VisuallyHidden>{t.may}</VisuallyHidden>
                      </>
                    ) : (
                      <Text span c="dimmed">
                        <span aria-hidden>–</span>
                        <VisuallyHidden>{t.mayNot}</VisuallyHidden>
                      </Text>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Modal>
  );
}
