import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile, parsePages } from '../../encodings/pdf.ts';

export default tool({
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
});
