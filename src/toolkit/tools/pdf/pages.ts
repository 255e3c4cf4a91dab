import { input, output, tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/images.ts';
import { openPdf, pdfFile, parsePages } from '../../encodings/pdf.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'pdf-merger',
    title: 'PDF merger',
    summary: 'Merge two PDF documents',
    keywords: 'join combine',
    isolated: true,
    input: {
      first: input.file('First document', examplePdf, 'application/pdf'),
      second: input.file('Second document', examplePdf, 'application/pdf'),
    },
    output: { pdf: output.file('Document'), pages: output.integer('Pages') },
    run: async ({ first, second }) => {
      const [whole, other] = [await openPdf('first', first), await openPdf('second', second)];
      for (const page of await whole.copyPages(other, other.getPageIndices())) whole.addPage(page);
      return { pdf: await pdfFile(whole, 'merged.pdf'), pages: whole.getPageCount() };
    },
  }),
  tool({
    slug: 'pdf-splitter',
    title: 'PDF splitter',
    summary: 'Split a PDF into one document per page',
    keywords: 'separate pages burst',
    isolated: true,
    input: { pdf: input.file('Document', examplePdf, 'application/pdf') },
    output: { files: output.files('Documents') },
    run: async ({ pdf }) => {
      const [{ PDFDocument }, source] = [await import('pdf-lib'), await openPdf('pdf', pdf)];
      if (source.getPageCount() > 50) throw invalid('pdf', 'Send a document of at most 50 pages');
      const files = [];
      for (const index of source.getPageIndices()) {
        const target = await PDFDocument.create();
        for (const page of await target.copyPages(source, [index])) target.addPage(page);
        files.push(await pdfFile(target, `page-${index + 1}.pdf`));
      }
      return { files };
    },
  }),
  tool({
    slug: 'pdf-page-extractor',
    title: 'PDF page extractor',
    summary: 'Extract pages of a PDF document, in any order',
    keywords: 'split delete reorder pages',
    isolated: true,
    input: {
      pdf: input.file('Document', examplePdf, 'application/pdf'),
      pages: input.line('Pages', '1-2, 1', { max: 500 }),
    },
    output: { pdf: output.file('Document'), pages: output.integer('Pages') },
    run: async ({ pdf, pages }) => {
      const [{ PDFDocument }, source] = [await import('pdf-lib'), await openPdf('pdf', pdf)];
      const target = await PDFDocument.create();
      for (const page of await target.copyPages(source, parsePages('pages', pages, source.getPageCount())))
        target.addPage(page);
      return { pdf: await pdfFile(target, 'pages.pdf'), pages: target.getPageCount() };
    },
  }),
  tool({
    slug: 'pdf-rotator',
    title: 'PDF rotator',
    summary: 'Rotate the pages of a PDF document',
    isolated: true,
    input: {
      pdf: input.file('Document', examplePdf, 'application/pdf'),
      angle: input.required(input.choice('Clockwise', ['90', '180', '270'], '90')),
      pages: input.line('Pages, empty: all', '', { max: 500 }),
    },
    output: { pdf: output.file('Document'), pages: output.integer('Pages') },
    run: async ({ pdf, angle, pages }) => {
      const [{ degrees }, document] = [await import('pdf-lib'), await openPdf('pdf', pdf)];
      const wanted =
        pages.trim() === '' ? document.getPageIndices() : parsePages('pages', pages, document.getPageCount());
      for (const index of new Set(wanted)) {
        const page = document.getPage(index);
        page.setRotation(degrees((page.getRotation().angle + Number(angle)) % 360));
      }
      return { pdf: await pdfFile(document, 'rotated.pdf'), pages: document.getPageCount() };
    },
  }),
  tool({
    slug: 'pdf-metadata-remover',
    title: 'PDF metadata remover',
    summary: 'Remove author, program and other metadata from a PDF document',
    keywords: 'privacy strip',
    isolated: true,
    input: { pdf: input.file('Document', examplePdf, 'application/pdf') },
    output: { pdf: output.file('Document'), pages: output.integer('Pages') },
    run: async ({ pdf }) => {
      const { PDFDocument } = await import('pdf-lib');
      const source = await openPdf('pdf', pdf);
      // Copies only the pages, so that no other data is included.
      const target = await PDFDocument.create({ updateMetadata: false });
      for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
      return { pdf: await pdfFile(target, 'clean.pdf'), pages: target.getPageCount() };
    },
  }),
];
