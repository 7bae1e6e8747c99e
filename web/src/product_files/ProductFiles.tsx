import * as contract from '@lanka/domain/product_files/contract';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import type { ProductPanelProps } from '../catalog';
import { AS_LONG_AS_LINKS, AttachedFiles } from '../kit/form/attached';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** Files of a product. Dropshippers get those that are shared, and see the section only where there is one. */
export function ProductFiles({ projectId, product }: ProductPanelProps) {
  const t = useText(text);
  const { isDropshipping, can } = useSession();
  const params = { project_id: projectId, product_id: product.id };
  const files = useCall(contract.listProductFiles, { params }, AS_LONG_AS_LINKS);
  const add = useAction(contract.addProductFile, { success: t.added });
  const edits = !isDropshipping && !product.deleted && can('products.edit');
  if (!edits && !files.data?.items.length) return null;
  return (
    <AttachedFiles
      files={files}
      projectId={projectId}
      mayAdd={edits && can('files.upload')}
      hint={t.hint}
      add={(file_name) => add.mutate({ params, body: { file_name } })}
      about={({ author, shared }) => (edits ? `${author.name ?? '–'} · ${shared ? t.shared : t.inner}` : author.name)}
      {...(edits ? { actions: (file: contract.ProductFile) => <FileMenu file={file} params={params} /> } : {})}
    />
  );
}

interface FileMenuProps {
  file: contract.ProductFile;
  params: { project_id: string; product_id: string };
}

function FileMenu({ file, params: of }: FileMenuProps) {
  const t = useText(text);
  const confirm = useConfirm();
  const params = { ...of, id: file.id };
  const share = useAction(contract.updateProductFile, { success: file.shared ? t.hiddenDone : t.sharedDone });
  const remove = useAction(contract.deleteProductFile, { success: t.removed });
  const askAndRemove = async () => {
    const isSure = await confirm({
      title: t.removeTitle(file.name),
      effects: [t.removeEffect],
      irreversible: t.removeIrreversible,
      confirmLabel: t.remove,
      danger: true,
    });
    if (isSure) remove.mutate({ params });
  };
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.actions(file.name)}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={file.shared ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => share.mutate({ params, body: { shared: !file.shared } })}
        >
          {file.shared ? t.hide : t.share}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askAndRemove()}>
          {t.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
