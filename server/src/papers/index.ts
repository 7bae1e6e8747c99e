/** The register of issued papers: whoever issues one enters it. */
export * as archives from './archives.store';
export { findSource, findSources, type PaperSource, readSources, registerPaper } from './papers.store';
