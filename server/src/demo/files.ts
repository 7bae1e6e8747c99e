import { listProducts } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { addProductFile } from '@lanka/domain/product_files/contract';
import { addTurnoverFile, listTurnover } from '@lanka/domain/turnover/contract';
import type { Person } from './caller';
import type { Stage } from './stage';

const SIZES = [
  ['Розмір', 'Обхват грудей, см', 'Обхват талії, см', 'Довжина, см'],
  ['S', '84–88', '66–70', '102'],
  ['M', '89–94', '71–76', '104'],
  ['L', '95–100', '77–82', '106'],
];
const FABRIC = [
  ['Розмір', 'Тканина, м', 'Нитки, м', 'Ґудзики, шт'],
  ['S', '1,85', '120', '6'],
  ['M', '1,95', '126', '6'],
  ['L', '2,10', '134', '7'],
];
const NOTE = [
  ['Товар', 'Кількість', 'Ціна, грн'],
  ['Тканина, партія 1230', '20', '464,00'],
];

/** As a spreadsheet of Ukraine opens it: semicolons, and the mark by which it knows UTF-8. */
const table = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\uFEFF${rows.map((row) => row.join(';')).join('\r\n')}\r\n`);

async function send(stage: Stage, person: Person, project_id: string, name: string, rows: Parameters<typeof table>[0]) {
  const upload = await stage.call(person, createUpload, { params: { project_id }, body: { file_name: name } });
  await stage.app.storage.write(upload.file_name, table(rows), 'text/csv');
  return upload.file_name;
}

/** A table of sizes for everybody, and one of materials for the own people. */
export async function addProductFiles(stage: Stage, person: Person, project_id: string): Promise<void> {
  const { items } = await stage.call(person, listProducts, {
    params: { project_id },
    query: { sort: 'created_at', limit: 1 },
  });
  for (const [name, rows, shared] of [
    ['Таблиця розмірів.csv', SIZES, true],
    ['Витрати матеріалів.csv', FABRIC, false],
  ] as const) {
    const file_name = await send(stage, person, project_id, name, rows);
    for (const { id } of items) {
      const params = { project_id, product_id: id };
      await stage.call(person, addProductFile, { params, body: { file_name, shared } });
    }
  }
}

/** What the supplier sent along with the newest draft. The last of the demo that is stored. */
export async function addDocumentFiles(stage: Stage, person: Person, project_id: string): Promise<void> {
  const { items } = await stage.call(person, listTurnover, {
    params: { project_id },
    query: { status: ['draft'], limit: 1 },
  });
  for (const { id } of items) {
    const file_name = await send(stage, person, project_id, 'Накладна ЛФ-1230.csv', NOTE);
    await stage.call(person, addTurnoverFile, { params: { project_id, document_id: id }, body: { file_name } });
  }
}
