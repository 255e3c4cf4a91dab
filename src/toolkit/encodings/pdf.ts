import type { PDFDocument } from 'pdf-lib';
import { invalid } from '../../kernel/problem.ts';

const maxPages = 2000;

/** Opens a base64 PDF document. Encrypted documents are rejected. */
export async function openPdf(field: string, base64: string): Promise<PDFDocument> {
  const { PDFDocument } = await import('pdf-lib');
  const open = async () => {
    try {
      const document = await PDFDocument.load(Buffer.from(base64, 'base64'), { updateMetadata: false });
      // Fails if pages contain themselves.
      return { document, count: document.getPageCount() };
    } catch (error) {
      const isLocked = /encrypted/i.test((error as Error).message);
      throw invalid(
        field,
        isLocked ? 'This document is protected by a password' : 'This is not a PDF document',
      );
    }
  };
  const { document, count } = await open();
  if (count > maxPages) throw invalid(field, `Send a document of at most ${maxPages} pages`);
  return document;
}

/** Returns a document as a download. */
export async function pdfFile(document: PDFDocument, name: string) {
  const bytes = await document.save();
  return { name, type: 'application/pdf', base64: Buffer.from(bytes).toString('base64') };
}

/** Parses `1-3, 7` to page indexes. Pages may repeat, in any order. */
export function parsePages(field: string, text: string, count: number): number[] {
  const pages = text.split(',').flatMap((part) => {
    const match = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part);
    const [first, last] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])];
    if (!match || first < 1 || last < first || last > count)
      throw invalid(field, `Send pages from 1 to ${count}, such as 1-2`);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i - 1);
  });
  if (pages.length > maxPages) throw invalid(field, `Send at most ${maxPages} pages`);
  return pages;
}
