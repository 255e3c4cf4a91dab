import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/example-files.ts';
import { openPdf, pdfFile } from '../../encodings/pdf.ts';

export default tool({
  title: 'PDF merger',
  summary: 'Put two PDF documents together',
  keywords: 'join combine',
  isolated: true,
  input: {
    first: input.file('First document', examplePdf, 'application/pdf'),
    second: input.file('Second document', examplePdf, 'application/pdf'),
  },
  output: { pdf: output.file('Document'), pages: output.integer('Pages') },
  sample: {
    pdf: {
      name: 'merged.pdf',
      type: 'application/pdf',
      base64:
        'JVBERi0xLjcKJYGBgYEKCjggMCBvYmoKPDwKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL09ialN0bQovTiA3Ci9GaXJzdCAzOAovTGVuZ3RoIDI0Ngo+PgpzdHJlYW0KeJylkMFKxDAURff5irvUVV7TNnWkZGFrNyIMw6wUF2EahsIwkTQF/XtfWqQMMiCakEcCJyc3LwNBQSvk2GgUUAWhRJ6V0Mg3hAqFLlHXQu4/3x3k1h7dKOTT0I94ZZ6wYz5VPddqrm9CNn46RxTCGLHebmy0J38UiwZZgr+JbfD9dHABdffYdUbIZ9+3NjrctPeKlKaM5zxeblkfnI1+hefz4M/Xb+yHeHILT1SURNUdkWZAt7xnSDe8SnOZOAVNcYPj3yx55c6NfgoH/gBzJiV1/WAf/Ad3hFI/icBe7sK/VUmjrql+n+Py1T+o1hw/VF8KMJGWCmVuZHN0cmVhbQplbmRvYmoKCjkgMCBvYmoKPDwKL1NpemUgMTAKL1Jvb3QgMiAwIFIKL0luZm8gMyAwIFIKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL1hSZWYKL0xlbmd0aCA0MAovVyBbIDEgMiAyIF0KL0luZGV4IFsgMCAxMCBdCj4+CnN0cmVhbQp4nBXEuREAIAwEsT3zDCGF0n9qZhUI6C4OWKxs2LRlO1xIHnxoBgLZCmVuZHN0cmVhbQplbmRvYmoKCnN0YXJ0eHJlZgozNjQKJSVFT0Y=',
    },
    pages: 4,
  },
  run: async ({ first, second }) => {
    const [whole, other] = [await openPdf('first', first), await openPdf('second', second)];
    for (const page of await whole.copyPages(other, other.getPageIndices())) whole.addPage(page);
    return { pdf: await pdfFile(whole, 'merged.pdf'), pages: whole.getPageCount() };
  },
});
