import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile } from '../../encodings/pdf.ts';

export default tool({
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
});
