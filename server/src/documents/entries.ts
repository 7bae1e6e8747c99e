import { issueTurnoverPaper } from '@lanka/domain/documents/contract';
import { createPaperArchive, listPapers } from '@lanka/domain/papers/contract';
import { type Entries, one, P, wholly } from '../../test/entries';

export const entries: Entries = {
  world: async (app, side) => {
    const { status, body } = await app.call(issueTurnoverPaper, {
      params: { project_id: side.project.id, id: side.ids.postedTurnover as string },
      token: side.people.Owner.token,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    const papers = await app.call(listPapers, {
      params: { project_id: side.project.id },
      token: side.people.Owner.token,
    });
    const archive = await app.call(createPaperArchive, {
      params: { project_id: side.project.id },
      token: side.people.Owner.token,
      body: { ids: papers.body.items.slice(0, 1).map(({ id }) => id) },
    });
    if (archive.status !== 201) throw new Error(JSON.stringify(archive.body));
    return { turnoverPapers: body.id, paperArchives: archive.body.id };
  },
  walls: {
    [`POST ${P}/orders/:id/documents`]: {
      body: ({ ids }) => ({ type: 'invoice', payment_details_id: ids.payment_details }),
    },
    [`POST ${P}/returns/:id/documents`]: { passes: [409] },
    [`POST ${P}/returns/:id/credit_note`]: { passes: [409] },
    [`GET ${P}/payouts/:id/pdf`]: {},
    [`GET ${P}/payouts/:id/rows/:row_id/qr`]: { params: ({ ids }) => ({ row_id: ids.payoutRow as string }) },
    [`GET ${P}/papers/:id/pdf`]: { verdicts: { OtherClient: 404 } },
    [`POST ${P}/paper_archives`]: { body: ({ ids }) => ({ ids: [ids.papers] }), verdicts: { OtherClient: 422 } },
    [`GET ${P}/paper_archives/:id`]: { params: ({ ids }) => ({ id: ids.paperArchives as string }), only: ['Owner'] },
    [`GET ${P}/orders/:id/documents`]: {},
    [`GET ${P}/documents/:id/pdf`]: {},
    [`POST ${P}/turnover/:id/papers`]: { params: ({ ids }) => ({ id: ids.postedTurnover as string }) },
    [`GET ${P}/turnover/:id/papers`]: { params: ({ ids }) => ({ id: ids.postedTurnover as string }) },
    [`GET ${P}/turnover_papers/:id/pdf`]: { params: ({ ids }) => ({ id: ids.turnoverPapers as string }) },
    [`GET ${P}/manufacture_requests/:id/pdf`]: {},
    [`POST ${P}/picking_lists`]: { body: ({ ids }) => ({ order_ids: [ids.orders] }) },
    [`GET ${P}/reconciliations/:id/pdf`]: { verdicts: { OtherClient: 404 } },
    [`GET ${P}/reconciliations/:id/xlsx`]: { verdicts: { OtherClient: 404 } },
    [`GET ${P}/offsets/:id/pdf`]: { verdicts: { OtherClient: 404 } },
    [`GET ${P}/next_numbers`]: {},
    [`PATCH ${P}/next_numbers`]: { body: () => ({ invoice: 2_000_000 }) },
  },
  growth: {
    reads: {
      [`GET ${P}/orders/:id/documents`]: one({ id: '$order' }),
      [`GET ${P}/documents/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/turnover/:id/papers`]: one({ id: '$turnover' }),
      [`GET ${P}/turnover_papers/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/manufacture_requests/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/reconciliations/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/reconciliations/:id/xlsx`]: 'one thing by its key',
      [`GET ${P}/offsets/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/next_numbers`]: {},
      [`GET ${P}/payouts/:id/pdf`]: 'the rows of one register',
      [`GET ${P}/payouts/:id/rows/:row_id/qr`]: 'the rows of one register',
      [`GET ${P}/papers/:id/pdf`]: 'one thing by its key',
      [`GET ${P}/paper_archives/:id`]: 'one thing by its key',
    },
    writes: {
      [`PATCH ${P}/next_numbers`]: [{ body: { order: 900_000_000, invoice: 900_000_000 } }],
      [`POST ${P}/returns/:id/documents`]: [
        { params: { id: '$decidedReturn' }, known: { '': wholly('one row of settings', 'main_info') } },
      ],
      [`POST ${P}/returns/:id/credit_note`]: [
        { params: { id: '$decidedReturn' }, known: { '': wholly('one row of settings', 'main_info') } },
      ],
      [`POST ${P}/paper_archives`]: [{ body: { ids: ['$paper'] } }],
      [`POST ${P}/picking_lists`]: [{ body: { order_ids: ['$pickedOrder'] } }],
      [`POST ${P}/orders/:id/documents`]: [
        {
          params: { id: '$order' },
          body: { type: 'order' },
          known: { '': wholly('at most 300 fields of each set, one row of settings', 'template_fields', 'main_info') },
        },
      ],
    },
    rows: [
      `insert into turnover_papers (project_id, id, document_id, user_id, frozen)
         select project_id, pg_temp.key('paper' || number), id, :user:, '{"paper": {"title": "Накладна"}}'
         from turnover_documents where project_id = :project: and status = 'posted'`,
      'analyze turnover_papers',
    ],
  },
};
