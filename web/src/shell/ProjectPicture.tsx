import { Avatar } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { initials } from '../kit/format';

/** Its logo or its initials; without a title, while there is no project yet, a drawing. */
export const ProjectPicture = ({ title, url }: { title: string | null; url: string | null }) => (
  <Avatar src={url} alt="" aria-hidden size={36} radius="sm" color="accent">
    {title === null ? <IconBuildingStore size={20} stroke={1.6} /> : initials(title)}
  </Avatar>
);
