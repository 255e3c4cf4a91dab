import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile, readPages } from '../../encodings/pdf.ts';

export default tool({
  title: 'PDF rotator',
  summary: 'Turn pages of a PDF document',
  isolated: true,
  input: {
    pdf: input.file('Document', examplePdf, 'application/pdf'),
    angle: input.choice('Clockwise', ['90', '180', '270'], '90'),
    pages: input.line('Pages, empty: all', '', { max: 500 }),
  },
  output: { pdf: output.file('Document'), pages: output.integer('Pages') },
  sample: {
    pdf: {
      name: 'rotated.pdf',
      type: 'application/pdf',
      base64:
        'JVBERi0xLjcKJYGBgYEKCjYgMCBvYmoKPDwKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL09ialN0bQovTiA1Ci9GaXJzdCAyNgovTGVuZ3RoIDIyOQo+PgpzdHJlYW0KeJylkDFrwzAQhXf9ihvbSWfFdt1gNNSul1AIJlNLBxEfwRByRZYh+fe5iymh0E6VkJDge493LwMEBwXCCqoccnCuggJWWQ51bezu8kVgt+FAk7GbcZjgQxiEXhi9P41teD4lcMZ7c1c0IYUjH8wihUzhb2IbeZj3FKHuXrvOG/vGQxsSwUO7duhKzGTf1vuj2EcKie/w7T/y6W/FbkxHWnjEvEB8qhBLAcpW3gKVjZzC/0ysQTVuJJlmyWt7mniOexlAOK9JaRjDC5+lBdTeEEF8tYWekwZ6xv+7qqP7xfUKx3dsNAplbmRzdHJlYW0KZW5kb2JqCgo3IDAgb2JqCjw8Ci9TaXplIDgKL1Jvb3QgMiAwIFIKL0luZm8gMyAwIFIKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL1hSZWYKL0xlbmd0aCAzNwovVyBbIDEgMiAyIF0KL0luZGV4IFsgMCA4IF0KPj4Kc3RyZWFtCnicFcSxDQAgDAMwpyBm/uP/O4rqweguhylTTWvacUkeH07PAp8KZW5kc3RyZWFtCmVuZG9iagoKc3RhcnR4cmVmCjM0NwolJUVPRg==',
    },
    pages: 2,
  },
  run: async ({ pdf, angle, pages }) => {
    const [{ degrees }, document] = [await import('pdf-lib'), await openPdf('pdf', pdf)];
    const wanted =
      pages.trim() === '' ? document.getPageIndices() : readPages('pages', pages, document.getPageCount());
    for (const index of new Set(wanted)) {
      const page = document.getPage(index);
      page.setRotation(degrees((page.getRotation().angle + Number(angle)) % 360));
    }
    return { pdf: await pdfFile(document, 'rotated.pdf'), pages: document.getPageCount() };
  },
});
