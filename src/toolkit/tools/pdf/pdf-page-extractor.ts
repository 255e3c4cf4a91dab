import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile, parsePages } from '../../encodings/pdf.ts';

export default tool({
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
});
