export { fromCursor, toCursor } from './cursor';
export { readChanges, readData, readMyChanges, readPosition, type ToldChange, type ToldPage } from './read';
export { numberIn } from './wait';
