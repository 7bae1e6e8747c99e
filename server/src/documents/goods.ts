import { documentErrors, MAX_TURNOVER_PAPERS, type TurnoverPaper } from '@lanka/domain/documents/contract';
import type { Paper } from '@lanka/domain/documents/paper';
import { freezeTurnoverPaper, withoutRequisites } from '@lanka/domain/documents/turnover';
import { can } from '@lanka/domain/kit/permissions';
import { formatDateInWords } from '@lanka/domain/kit/time';
import { printedUnit } from '@lanka/domain/kit/units';
import { leftOf } from '@lanka/domain/manufacture/rules';
import type { TemplateSet } from '@lanka/domain/templates/fields';
import { printedFields } from '@lanka/domain/templates/rules';
import { turnoverErrors } from '@lanka/domain/turnover/contract';
import sharp from 'sharp';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { readRequest } from '../manufacture';
import { readProject } from '../projects';
import { readMainInfo, readTemplates } from '../templates';
import { lockDocument, readDocument } from '../turnover';
import { type PrintedGoods, readParty, readPrintedGoods } from './goods.store';
import type { WorkSheet } from './layout/sheet';
import { insertPaper, listPapers, readFrozenPaper } from './turnover-papers.store';

const SETS = ['product', 'product_modification'] as const satisfies readonly TemplateSet[];

/** The fields of goods that papers print, by their modifications. */
async function printedOf(tx: Tx, scope: ProjectScope, variant_ids: readonly string[]) {
  const goods = await readPrintedGoods(tx, scope, variant_ids);
  const templates = await readTemplates(tx, scope, SETS);
  const words = (set: TemplateSet, values: PrintedGoods['product_fields'] = {}) =>
    printedFields(templates[set] ?? [], values).map(({ label, value }) => `${label}: ${value}`);
  return {
    goods,
    notesOf(id: string): string[] {
      const one = goods.get(id);
      return [...words('product', one?.product_fields), ...words('product_modification', one?.modification_fields)];
    },
  };
}

/**
 * Issues the paper of a posted document of turnover: every text is frozen, whatever becomes of names, requisites and
 * goods. A second one names the one before it; none is changed or taken away.
 * @throws turnover.not_found, turnover.is_draft, documents.no_seller_name, documents.no_seller_tax_code
 */
export async function issueTurnoverPaper(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
): Promise<TurnoverPaper> {
  // of two who issue at once the second names the paper of the first
  if (!(await lockDocument(tx, scope, id))) throw turnoverErrors.not_found();
  const document = await readDocument(tx, app, scope, id);
  if (document.status === 'draft') throw turnoverErrors.is_draft();
  const issued = await listPapers(tx, scope, id);
  if (issued.length >= MAX_TURNOVER_PAPERS) throw documentErrors.too_many_papers({ limit: MAX_TURNOVER_PAPERS });
  const { notesOf } = await printedOf(
    tx,
    scope,
    document.items.map(({ product_variant_id }) => product_variant_id),
  );
  const project = await readProject(tx, scope);
  const { paper_terms, paper_footer } = await readMainInfo(tx, scope);
  const { counterparty } = document;
  const frozen = freezeTurnoverPaper({
    document: { ...document, posted_by: document.posted_by?.name ?? '' },
    lines: document.items.map((item) => ({ ...item, notes: notesOf(item.product_variant_id) })),
    project: {
      legal_type: project.legal_type,
      name: project.legal_name,
      tax_code: project.edropoy_code,
      phone: project.phone,
    },
    counterparty: counterparty && ((await readParty(tx, scope, counterparty.id)) ?? { name: counterparty.name }),
    notes: [paper_terms, paper_footer],
    replaces: issued[0]?.created_at ?? null,
  });
  await insertPaper(tx, scope, document, frozen);
  const [paper] = await listPapers(tx, scope, id);
  if (!paper) throw new Error('the paper was inserted');
  return paper;
}

/** As it was issued. Without `counterparties.read` one sees the name of a counterparty alone, on paper too. */
export async function readTurnoverPaper(
  tx: Tx,
  scope: ProjectScope,
  id: string,
): Promise<{ paper: Paper; file_name: string }> {
  const frozen = await readFrozenPaper(tx, scope, id);
  if (!frozen) throw documentErrors.not_found();
  const paper = can(scope.role, 'counterparties.read') ? frozen.paper : withoutRequisites(frozen);
  return { paper, file_name: frozen.file_name };
}

/** 26 mm at 200 dots an inch. */
const PHOTO_DOTS = 205;

/** As a paper takes it; empty where the picture is gone or cannot be read. */
export async function photoOf(app: Services, key: string): Promise<string> {
  try {
    const picture = sharp(await app.storage.readAll(key, 5_000_000)).flatten({ background: 'white' });
    const small = picture.resize(PHOTO_DOTS, PHOTO_DOTS, { fit: 'inside', withoutEnlargement: true });
    return (await small.jpeg({ quality: 82 }).toBuffer()).toString('base64');
  } catch {
    return '';
  }
}

/**
 * A manufacture request as it hangs in the workshop. Its pictures are read when the transaction has ended.
 * @throws manufacture.not_found
 */
export async function sheetOfRequest(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
): Promise<{ sheet: () => Promise<WorkSheet>; file_name: string }> {
  const request = await readRequest(tx, app, scope, id);
  const { goods, notesOf } = await printedOf(
    tx,
    scope,
    request.lines.map(({ product_variant_id }) => product_variant_id),
  );
  const lines = request.lines.map((line) => ({
    title: line.product_title,
    sku: line.sku,
    notes: [line.modification_title, ...notesOf(line.product_variant_id)].filter((note) => note !== ''),
    materials: line.materials,
    count: line.count,
    left: leftOf(line),
    unit: printedUnit(line.unit),
    key: goods.get(line.product_variant_id)?.thumbnail ?? null,
  }));
  const facts = [
    { label: 'Виконавець', value: request.producer?.name ?? 'будь-хто' },
    { label: 'Замовлення', value: request.order ? `№\u00a0${request.order.number}` : '' },
  ].filter(({ value }) => value !== '');
  const title = `Заявка на виробництво №\u00a0${request.number}`;
  return {
    file_name: `Заявка на виробництво № ${request.number}.pdf`,
    async sheet() {
      const photos = new Map<string, string>();
      for (const { key } of lines) if (key && !photos.has(key)) photos.set(key, await photoOf(app, key));
      return {
        title,
        deadline: request.deadline ? formatDateInWords(request.deadline) : 'без терміну',
        facts,
        comments: [request.comment, ...request.order_comments].filter((comment) => comment !== ''),
        lines: lines.map(({ key, ...line }) => ({ ...line, photo: photos.get(key ?? '') ?? '' })),
      };
    },
  };
}
