/** The front door of feeds: tables of any kind, read and written. */
export { type FoundVariant, oneByCode, variantsByCode } from './income.store';
export { readRows } from './parse/rows';
export { isBlank, type TableRow, unescapedCell } from './parse/table';
export { toCsv } from './sheet';
export { headersOf, pastedRows, readSmallTable, uploadedRows } from './small-table';
export { settleSource } from './sources.store';
export { type Cell, type CellStyle, sheetCell, toXlsx } from './workbook';
