import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile, readPages } from '../../encodings/pdf.ts';

export default tool({
  title: 'PDF page extractor',
  summary: 'Take pages out of a PDF document, in any order',
  keywords: 'split delete reorder pages',
  isolated: true,
  input: {
    pdf: input.file('Document', examplePdf, 'application/pdf'),
    pages: input.line('Pages', '1-2, 1', { max: 500 }),
  },
  output: { pdf: output.file('Document'), pages: output.integer('Pages') },
  sample: {
    pdf: {
      name: 'pages.pdf',
      type: 'application/pdf',
      base64:
        'JVBERi0xLjcKJYGBgYEKCjcgMCBvYmoKPDwKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL09ialN0bQovTiA2Ci9GaXJzdCAzMgovTGVuZ3RoIDI4Mwo+PgpzdHJlYW0KeJzVUk1LxDAQvedXzNE9ZZKm062UgtuPiwjL4knZQ9iGpSAb6Qfov3fSrMoeVAQvHl6+5s3LJPMUIGhICRLIEQykhgGkciCg3EBRCHn/+uxAbu3RjULe9t0Ij8xE2DEzjLSMeyErP58mSERZis+8yk72yR9FFAAVyO+M7eC7+eAGKNqmbREzRCTDIERd81wxcobmPcf0mteMzJzBZ1mCmNxwrI2gLOaE+MJNz/kNz8ylwKkj16zj/uPecFcTNfRP9eSlkHe+q+3k4Kq+1qhJKa21SkjRw4q/Y3B28v/3cUv9vT99+cKLPof2Crlzo5+HAzeaI2X4Idf1duNf2DMYvIYIirEPfhgc2+XCEL+RCjL6b6S+qeoN5Wm5jAplbmRzdHJlYW0KZW5kb2JqCgo4IDAgb2JqCjw8Ci9TaXplIDkKL1Jvb3QgMiAwIFIKL0luZm8gMyAwIFIKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL1hSZWYKL0xlbmd0aCAzOAovVyBbIDEgMiAyIF0KL0luZGV4IFsgMCA5IF0KPj4Kc3RyZWFtCnicFcQxDgAgDMSwXAGx9uu8uCgeDMwUFyxWtmzbCQ3Jgw9bogLoCmVuZHN0cmVhbQplbmRvYmoKCnN0YXJ0eHJlZgo0MDEKJSVFT0Y=',
    },
    pages: 3,
  },
  run: async ({ pdf, pages }) => {
    const [{ PDFDocument }, source] = [await import('pdf-lib'), await openPdf('pdf', pdf)];
    const target = await PDFDocument.create();
    for (const page of await target.copyPages(source, readPages('pages', pages, source.getPageCount())))
      target.addPage(page);
    return { pdf: await pdfFile(target, 'pages.pdf'), pages: target.getPageCount() };
  },
});
