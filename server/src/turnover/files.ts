import * as contract from '@lanka/domain/turnover/contract';
import { attach, detach, showFile } from '../attachments';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { files } from './files.store';
import { type LockedDocument, lockDocument, readStatus } from './turnover.store';

const { MAX_TURNOVER_FILES: limit, turnoverErrors: errors } = contract;

type Status = contract.TurnoverStatus;
type Stored = Parameters<typeof showFile>[1] & { readonly added_later: boolean };

const isPosted = (file: Stored, status: Status): boolean => status !== 'draft' && !file.added_later;
const show = async (app: Services, file: Stored, status: Status): Promise<contract.TurnoverFile> => ({
  ...(await showFile(app, file)),
  posted: isPosted(file, status),
});

/** Whoever posts locks the document as well: what is attached before that is posted with it. */
async function lockDocumentOf(tx: Tx, scope: ProjectScope, document_id: string): Promise<LockedDocument> {
  const found = await lockDocument(tx, scope, document_id);
  if (!found) throw errors.not_found();
  return found;
}

/** The file behind the lock of its document, where it may be changed. */
async function changeable(tx: Tx, scope: ProjectScope, { document_id, id }: { document_id: string; id: string }) {
  const document = await lockDocumentOf(tx, scope, document_id);
  const file = await files.read(tx, scope, document_id, id);
  if (!file) throw errors.no_file();
  if (isPosted(file, document.status)) throw errors.file_posted();
  return { document, file };
}

export const fileRoutes: Served[] = [
  serve(contract.listTurnoverFiles, async ({ tx, scope, params, app }) => {
    const status = await readStatus(tx, scope, params.document_id);
    if (!status) throw errors.not_found();
    const found = await files.list(tx, scope, params.document_id);
    return wholePage(await Promise.all(found.map((file) => show(app, file, status))));
  }),

  serve(contract.addTurnoverFile, async ({ tx, scope, params, body, app, changed }) => {
    const { document_id } = params;
    const { status } = await lockDocumentOf(tx, scope, document_id);
    if ((await files.count(tx, scope, document_id)) >= limit) throw errors.too_many_files({ limit });
    const added = { ...(await attach(app, tx, scope, body.file_name)), added_later: status !== 'draft' };
    const id = await files.insert(tx, scope, document_id, added);
    changed('turnover_file', id);
    const file = await files.read(tx, scope, document_id, id);
    if (!file) throw new Error('the file was inserted');
    return show(app, file, status);
  }),

  serve(contract.updateTurnoverFile, async ({ tx, scope, params, body, app, changed }) => {
    const { document, file } = await changeable(tx, scope, params);
    await files.save(tx, scope, params.document_id, params.id, body);
    changed('turnover_file', params.id);
    return show(app, { ...file, ...body }, document.status);
  }),

  serve(contract.deleteTurnoverFile, async (asked) => {
    const { tx, scope, params, changed } = asked;
    const { file } = await changeable(tx, scope, params);
    await files.remove(tx, scope, params.document_id, params.id);
    await detach(asked, file.file_name);
    changed('turnover_file', params.id);
  }),
];
