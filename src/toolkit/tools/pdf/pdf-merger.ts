import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile } from '../../encodings/pdf.ts';

export default tool({
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
});
