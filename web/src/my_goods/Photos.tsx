import { MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import { addMyPhoto, MAX_MY_PHOTOS, type MyGoods, moveMyPhoto, removeMyPhoto } from '@lanka/domain/my_goods/contract';
import { Stack, Text } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { IMAGE_TYPES, Photo, PhotoMenu, Photos } from '../kit/display/photos';
import { FileDrop } from '../kit/form/files';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

/** His own photos, and the supplier’s as he goes by them. What is done here is done at once. */
export function GoodsPhotos({ goods, withSource }: { goods: MyGoods; withSource: boolean }) {
  const t = useText(text);
  const w = useText(words);
  const confirm = useConfirm();
  const add = useAction(addMyPhoto);
  const move = useAction(moveMyPhoto);
  const remove = useAction(removeMyPhoto);
  const askAndRemove = async (photo_id: string) => {
    const question = { title: w.deletePhotoTitle, irreversible: true, confirmLabel: w.deletePhoto, danger: true };
    if (await confirm(question)) remove.mutate({ params: { id: goods.id, photo_id } });
  };
  const { photos, supplier_photos } = goods;
  return (
    <Section title={t.photos}>
      <Stack gap="md">
        {photos.length > 0 && (
          <Photos>
            {photos.map((photo, i) => {
              const label = w.photoOf(goods.name, i + 1);
              const params = { id: goods.id, photo_id: photo.id };
              return (
                <Photo
                  key={photo.id}
                  {...{ photo, label }}
                  main={i === 0}
                  menu={
                    <PhotoMenu
                      {...{ label }}
                      index={i}
                      count={photos.length}
                      move={(position) => move.mutate({ params, body: { position } })}
                      remove={() => void askAndRemove(photo.id)}
                    />
                  }
                />
              );
            })}
          </Photos>
        )}
        {goods.open && photos.length < MAX_MY_PHOTOS && (
          <FileDrop
            projectId={goods.project_id}
            label={w.addPhotos}
            hint={w.photosHint}
            accept={IMAGE_TYPES}
            maxBytes={MAX_IMAGE_BYTES}
            multiple
            onUploaded={({ file_name }) => add.mutate({ params: { id: goods.id }, body: { file_name } })}
          />
        )}
        {supplier_photos.length > 0 && (
          <div>
            <Text size="sm" c="dimmed" mb={6}>
              {withSource ? t.supplierPhotos : t.supplierPhotosOff}
            </Text>
            <div style={withSource ? undefined : { opacity: 0.5 }}>
              <Photos>
                {supplier_photos.map((photo, i) => (
                  <Photo key={photo.id} photo={photo} label={`${t.sourceNow}: ${w.photoOf(goods.name, i + 1)}`} />
                ))}
              </Photos>
            </div>
          </div>
        )}
      </Stack>
    </Section>
  );
}
