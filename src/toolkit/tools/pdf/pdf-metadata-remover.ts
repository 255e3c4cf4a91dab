import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile } from '../../encodings/pdf.ts';

export default tool({
  title: 'PDF metadata remover',
  summary: 'Remove author, program and other hidden facts from a PDF document',
  keywords: 'privacy strip',
  isolated: true,
  input: { pdf: input.file('Document', examplePdf, 'application/pdf') },
  output: { pdf: output.file('Document'), pages: output.integer('Pages') },
  sample: {
    pdf: {
      name: 'clean.pdf',
      type: 'application/pdf',
      base64:
        'JVBERi0xLjcKJYGBgYEKCjUgMCBvYmoKPDwKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL09ialN0bQovTiA0Ci9GaXJzdCAyMAovTGVuZ3RoIDE0Mwo+PgpzdHJlYW0KeJwzVDBQMFIwNVAwVrAwUTBRMDS1VLCx4dIPqSxIVdAPSExPLebS985MKVaIBioxUAgCqgGRsVz6zvmleSUKRlx2dlwIHc6JJYk5+elcEK0KhiDFqCpAElz6QanF+aVFyUAlQBmgvL5vakpmolN+BdAeA5CbDAwUDIE4FmRSUSrQIrKNAhljhN0oALZkQJkKZW5kc3RyZWFtCmVuZG9iagoKNiAwIG9iago8PAovU2l6ZSA3Ci9Sb290IDIgMCBSCi9GaWx0ZXIgL0ZsYXRlRGVjb2RlCi9UeXBlIC9YUmVmCi9MZW5ndGggMzQKL1cgWyAxIDIgMiBdCi9JbmRleCBbIDAgNyBdCj4+CnN0cmVhbQp4nBXJsREAAAgCsQfP3v2XVWnSBNg1DUHBocSA9HFCKgI5CmVuZHN0cmVhbQplbmRvYmoKCnN0YXJ0eHJlZgoyNjEKJSVFT0Y=',
    },
    pages: 2,
  },
  run: async ({ pdf }) => {
    const { PDFDocument } = await import('pdf-lib');
    const source = await openPdf('pdf', pdf);
    // Pages alone are taken over, so that nothing else comes along.
    const target = await PDFDocument.create({ updateMetadata: false });
    for (const page of await target.copyPages(source, source.getPageIndices())) target.addPage(page);
    return { pdf: await pdfFile(target, 'clean.pdf'), pages: target.getPageCount() };
  },
});
