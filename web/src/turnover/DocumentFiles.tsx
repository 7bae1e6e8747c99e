import * as contract from '@lanka/domain/turnover/contract';
import { AS_LONG_AS_LINKS, AttachedFiles } from '../kit/form/attached';
import { FileMenu } from '../kit/form/attached-menu';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** Files of a document. What was there when it was posted stays as it was; a scan that comes later is added. */
export function DocumentFiles({ document }: { document: contract.TurnoverDocument }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const params = { project_id, document_id: document.id };
  const files = useCall(contract.listTurnoverFiles, { params }, AS_LONG_AS_LINKS);
  const add = useAction(contract.addTurnoverFile, { success: t.fileAdded });
  const edits = can('turnover.edit');
  return (
    <AttachedFiles
      files={files}
      projectId={project_id}
      mayAdd={edits && can('files.upload')}
      hint={t.fileHint}
      add={(file_name) => add.mutate({ params, body: { file_name } })}
      about={({ author, posted }) => `${author.name ?? '–'}${posted ? ` · ${t.filePosted}` : ''}`}
      actions={(file: contract.TurnoverFile) =>
        edits && !file.posted && <DocumentFileMenu file={file} params={{ ...params, id: file.id }} />
      }
    />
  );
}

interface OneFileProps {
  file: contract.TurnoverFile;
  params: { project_id: string; document_id: string; id: string };
}

function DocumentFileMenu({ file, params }: OneFileProps) {
  const t = useText(text);
  const rename = useAction(contract.updateTurnoverFile, { success: t.fileRenamed });
  const remove = useAction(contract.deleteTurnoverFile, { success: t.fileRemoved });
  return (
    <FileMenu
      file={file}
      rename={(name) => rename.mutate({ params, body: { name } })}
      remove={() => remove.mutate({ params })}
    />
  );
}
