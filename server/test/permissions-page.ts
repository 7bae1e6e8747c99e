import { can, listPermissions } from '@lanka/domain/kit/permissions';
import { HIDDEN_ENTRIES, Role } from '@lanka/domain/kit/roles';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = head.map((_, i) => (i === 0 ? '---' : ':-:'));
  return [row(head), row(line), ...rows.map(row)].join('\n');
}

/** `docs/permissions.md`: the permissions of all slices for people. `node scripts/permissions.mjs` writes it. */
export function permissionsPage(): string {
  const roles = Role.options;
  const permissions = listPermissions('en').map(({ permission, words }) => [
    words,
    `\`${permission}\``,
    ...roles.map((role) => (can(role, permission) ? '✓' : '')),
  ]);
  const hidden = roles
    .filter((role) => HIDDEN_ENTRIES[role].length > 0)
    .map((role) => [role, HIDDEN_ENTRIES[role].map((entry) => `\`${entry}\``).join(', ')]);
  return `# Roles and permissions

Made from \`domain/src/<slice>/permissions.ts\` by \`node scripts/permissions.mjs\`: change the tables there. The server asks it for every route, the sidebar and the buttons mirror it, and the page «Roles and access» shows it. What a Client sees inside a permission is narrowed to his own orders, balance and documents. Beside the roles of a project there is one of the platform: Staff, who works in the operator area and has no access to projects by it.

${table(['Action', 'Permission', ...roles], permissions)}

## Hidden in the sidebar

Entries that a role does not see although its permissions may open the page.

${table(['Role', 'Entries'], hidden).replace(':-:', '---')}
`;
}
