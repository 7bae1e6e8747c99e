import * as contract from '@lanka/domain/product_files/contract';
import { Menu } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ProductPanelProps } from '../catalog';
import { AS_LONG_AS_LINKS, AttachedFiles } from '../kit/form/attached';
import { FileMenu } from '../kit/form/attached-menu';
import { useAction, useCall } from '../kit/http/query';
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
      {...(edits ? { actions: (file: contract.ProductFile) => <ProductFileMenu file={file} params={params} /> } : {})}
    />
  );
}

interface OneFileProps {
  file: contract.ProductFile;
  params: { project_id: string; product_id: string };
}

function ProductFileMenu({ file, params: of }: OneFileProps) {
  const t = useText(text);
  const params = { ...of, id: file.id };
  const share = useAction(contract.updateProductFile, { success: file.shared ? t.hiddenDone : t.sharedDone });
  const rename = useAction(contract.updateProductFile, { success: t.renamed });
  const remove = useAction(contract.deleteProductFile, { success: t.removed });
  return (
    <FileMenu
      file={file}
      rename={(name) => rename.mutate({ params, body: { name } })}
      remove={() => remove.mutate({ params })}
    >
      <Menu.Item
        leftSection={file.shared ? <IconEyeOff size={16} /> : <IconEye size={16} />}
        onClick={() => share.mutate({ params, body: { shared: !file.shared } })}
      >
        {file.shared ? t.hide : t.share}
      </Menu.Item>
    </FileMenu>
  );
}
