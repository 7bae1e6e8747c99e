import { Badge, Group } from '@mantine/core';

export function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag} variant="default" className="plain-badge" radius="sm">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
