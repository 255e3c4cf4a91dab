import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile } from '../../encodings/pdf.ts';

export default tool({
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
});
