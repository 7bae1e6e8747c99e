import {
  createImage,
  deleteImage,
  markAsThumbnail,
  type Product,
  type ProductImage,
  updateImage,
} from '@lanka/domain/catalog/contract';
import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { Menu, Stack, Text } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Section } from '../kit/display/facts';
import { IMAGE_TYPES, Photo, PhotoMenu, Photos } from '../kit/display/photos';
import { FileDrop } from '../kit/form/files';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

interface GalleryProps {
  product: Product;
  projectId: string;
  editable: boolean;
}

export function Gallery({ product, projectId, editable }: GalleryProps) {
  const t = useText(text);
  const w = useText(words);
  const params = { project_id: projectId, product_id: product.id };
  const add = useAction(createImage);
  return (
    <Section title={t.photos}>
      <Stack gap="md">
        {product.images.length === 0 && !editable && <Text c="dimmed">{t.noPhotos}</Text>}
        {product.images.length > 0 && (
          <Photos>
            {product.images.map((image, i) => (
              <GalleryImage key={image.id} {...{ image, product, projectId, editable }} index={i} />
            ))}
          </Photos>
        )}
        {editable && (
          <FileDrop
            projectId={projectId}
            label={w.addPhotos}
            hint={w.photosHint}
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
  const w = useText(words);
  const variant = product.variants.find(({ id }) => id === image.product_variant_id);
  const value = product.options.flatMap(({ values }) => values).find(({ id }) => id === image.product_value_id);
  const label = w.photoOf(product.name, index + 1);
  return (
    <Photo
      {...{ photo: image, label }}
      main={image.is_thumbnail}
      note={value?.value ?? variant?.name}
      menu={editable && <ImageMenu {...{ image, product, projectId, index, label }} />}
    />
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
      title: w.deletePhotoTitle,
      irreversible: true,
      confirmLabel: w.deletePhoto,
      danger: true,
    });
    if (answer) remove.mutate({ params });
  };
  return (
    <PhotoMenu
      {...{ label, index }}
      count={product.images.length}
      move={(position) => change.mutate({ params, body: { position } })}
      remove={() => void askAndRemove()}
      first={
        <Menu.Item
          leftSection={<IconStar size={16} />}
          disabled={image.is_thumbnail}
          onClick={() => mark.mutate({ params })}
        >
          {t.makeMain}
        </Menu.Item>
      }
    >
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
    </PhotoMenu>
  );
}
