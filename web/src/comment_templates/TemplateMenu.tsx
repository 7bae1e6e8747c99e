import { listCommentTemplates } from '@lanka/domain/comment_templates/contract';
import { fillPlaceholders, type Placed } from '@lanka/domain/comment_templates/rules';
import { can } from '@lanka/domain/kit/permissions';
import type { Role } from '@lanka/domain/kit/roles';
import { Button, Menu } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useCall } from '../kit/http/query';
import { useText } from '../kit/text';
import { text } from './text';

interface TemplateMenuProps {
  project_id: string;
  role: Role;
  /** What the order has of what templates leave open. */
  placed: Placed;
  insert: (text: string) => void;
}

/** Offers the templates of the project; nothing where there are none, or for whom they are not. */
export function TemplateMenu({ project_id, role, placed, insert }: TemplateMenuProps) {
  const t = useText(text);
  const { data } = useCall(
    listCommentTemplates,
    { params: { project_id } },
    { enabled: can(role, 'comment_templates.read') },
  );
  const offered = data?.items.filter(({ archived }) => !archived) ?? [];
  if (offered.length === 0) return null;
  return (
    <Menu position="bottom-start" width={280} returnFocus={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconTemplate size={18} />}>
          {t.insert}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {offered.map((template) => (
          <Menu.Item
            key={template.id}
            className="wrap-anywhere"
            onClick={() => insert(fillPlaceholders(template.text, placed))}
          >
            {template.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
