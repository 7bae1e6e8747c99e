import { Avatar } from '@mantine/core';
import { initials } from '../kit/format';

export const ProjectPicture = ({ title, url }: { title: string; url: string | null }) => (
  <Avatar src={url} alt="" aria-hidden size={36} radius="sm" color="accent">
    {initials(title)}
  </Avatar>
);
