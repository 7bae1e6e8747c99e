import { type LabelDesign, previewLabel, sizeOf } from '@lanka/domain/marking/labels';
import { Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from '../kit/http/download';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** The drawing of the server as an address of the browser, given back when it is not shown any more. */
function useAddress(picture: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}

interface PictureProps {
  design: Pick<LabelDesign, 'format' | 'parts' | 'own_text' | 'fields'>;
  /** As it would be printed; without one, a sample. */
  product_variant_id?: string | undefined;
  order_id?: string | undefined;
}

/** A label as it will be printed, drawn by the server by the same places as the PDF. */
export function Picture({ design, product_variant_id, order_id }: PictureProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const { format, parts, own_text, fields } = design;
  const [asked] = useDebouncedValue(
    { format, parts: [...parts], own_text, fields: [...fields], product_variant_id, order_id },
    250,
  );
  const picture = useQuery({
    queryKey: [previewLabel.path, project_id, asked],
    queryFn: async ({ signal }) =>
      (await fetchFile(previewLabel, { params: { project_id }, body: asked, signal })).content,
    enabled: asked.parts.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const address = useAddress(picture.data);
  const { width, height } = sizeOf(design.format);
  if (picture.error)
    return (
      <Text c="dimmed" size="sm">
        {picture.error.message}
      </Text>
    );
  return (
    <figure className="label-picture">
      {address ? (
        <img src={address} alt={t.picture} style={{ aspectRatio: `${width} / ${height}` }} />
      ) : (
        <Skeleton style={{ aspectRatio: `${width} / ${height}` }} height="auto" />
      )}
      <figcaption>{t.picture}</figcaption>
    </figure>
  );
}
