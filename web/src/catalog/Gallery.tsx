import './catalog.css';
import {
  createImage,
  deleteImage,
  markAsThumbnail,
  type Product,
  type ProductImage,
  updateImage,
} from '@lanka/domain/catalog/contract';
import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { ActionIcon, Anchor, Badge, Group, Menu, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDots, IconStar, IconTrash } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Section } from '../kit/display/facts';
import { FileDrop } from '../kit/form/files';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

export const IMAGE_TYPES = ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.avif'];

interface GalleryProps {
  product: Product;
  projectId: string;
  editable: boolean;
}

export function Gallery({ product, projectId, editable }: GalleryProps) {
  const t = useText(text);
  const params = { project_id: projectId, product_id: product.id };
  const add = useAction(createImage);
  return (
    <Section title={t.photos}>
      <Stack gap="md">
        {product.images.length === 0 && !editable && <Text c="dimmed">{t.noPhotos}</Text>}
        {product.images.length > 0 && (
          <div className="gallery">
            {product.images.map((image, i) => (
              <GalleryImage key={image.id} {...{ image, product, projectId, editable }} index={i} />
            ))}
          </div>
        )}
        {editable && (
          <FileDrop
            projectId={projectId}
            label={t.addPhotos}
            hint={t.photosHint}
            accept={IMAGE_TYPES}
            maxBytes={MAX_IMAGE_BYTES}
            multiple
            onUploaded={({ file_name }) => add.mutate({ params, body: { file_name } })}
          />
        )}
      </Stack>
    </Section>
  );
}

function GalleryImage({
  image,
  product,
  projectId,
  editable,
  index,
}: GalleryProps & { image: ProductImage; index: number }) {
  const t = useText(text);
  const variant = product.variants.find(({ id }) => id === image.product_variant_id);
  const value = product.options.flatMap(({ values }) => values).find(({ id }) => id === image.product_value_id);
  const label = t.photoOf(product.name, index + 1);
  return (
    <Stack gap={4}>
      <div className="gallery-image" data-main={image.is_thumbnail || undefined}>
        <Anchor href={image.url} target="_blank" rel="noopener" aria-label={label}>
          <img src={image.thumbnail_url} alt={label} loading="lazy" />
        </Anchor>
      </div>
      <Group justify="space-between" gap={4} wrap="nowrap" mih={28}>
        <Group gap={6} wrap="nowrap" miw={0}>
          {image.is_thumbnail && (
            <Badge variant="light" size="sm" radius="sm" tt="none" flex="none">
              {t.mainPhoto}
            </Badge>
          )}
          <Text size="sm" c="dimmed" truncate>
            {value?.value ?? variant?.name}
          </Text>
        </Group>
        {editable && <ImageMenu {...{ image, product, projectId, index, label }} />}
      </Group>
    </Stack>
  );
}

interface ImageMenuProps extends Omit<GalleryProps, 'editable'> {
  image: ProductImage;
  index: number;
  label: string;
}

function ImageMenu({ image, product, projectId, index, label }: ImageMenuProps) {
  const t = useText(text);
  const w = useText(words);
  const confirm = useConfirm();
  const mark = useAction(markAsThumbnail);
  const change = useAction(updateImage);
  const remove = useAction(deleteImage);
  const params = { project_id: projectId, product_id: product.id, id: image.id };
  const askAndRemove = async () => {
    const answer = await confirm({
      title: t.deletePhotoTitle,
      irreversible: true,
      confirmLabel: t.deletePhoto,
      danger: true,
    });
    if (answer) remove.mutate({ params });
  };
  return (
    <Menu position="bottom-end" width={240} styles={{ dropdown: { maxHeight: '60vh', overflowY: 'auto' } }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${w.more}: ${label}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconStar size={16} />}
          disabled={image.is_thumbnail}
          onClick={() => mark.mutate({ params })}
        >
          {t.makeMain}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowLeft size={16} />}
          disabled={index === 0}
          onClick={() => change.mutate({ params, body: { position: index - 1 } })}
        >
          {t.moveLeft}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={16} />}
          disabled={index === product.images.length - 1}
          onClick={() => change.mutate({ params, body: { position: index + 1 } })}
        >
          {t.moveRight}
        </Menu.Item>
        {product.variants.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t.shows}</Menu.Label>
            <Menu.Item
              fw={image.product_variant_id === null && image.product_value_id === null ? 600 : 400}
              onClick={() => change.mutate({ params, body: { product_variant_id: null, product_value_id: null } })}
            >
              {t.whole}
            </Menu.Item>
          </>
        )}
        {product.variants.length > 1 &&
          product.options.map((option) => (
            <Fragment key={option.id}>
              <Menu.Label>{option.name}</Menu.Label>
              {option.values.map(({ id, value }) => (
                <Menu.Item
                  key={id}
                  fw={image.product_value_id === id ? 600 : 400}
                  onClick={() => change.mutate({ params, body: { product_value_id: id } })}
                >
                  {value}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
        {product.variants.length > 1 && product.variants.length <= 30 && (
          <>
            <Menu.Label>{t.forVariant}</Menu.Label>
            {product.variants.map(({ id, name, sku }) => (
              <Menu.Item
                key={id}
                fw={image.product_variant_id === id ? 600 : 400}
                onClick={() => change.mutate({ params, body: { product_variant_id: id } })}
              >
                {name || sku || t.anonymous}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askAndRemove()}>
          {t.deletePhoto}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
