import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { pdfFile } from '../../encodings/pdf.ts';

export default tool({
  title: 'Text to PDF',
  summary: 'Make a PDF document of plain text',
  isolated: true,
  input: {
    text: input.text('Text', 'Hello\nworld', { max: 50_000 }),
    size: input.integer('Font size', 11, 6, 48),
  },
  output: { pdf: output.file('Document'), pages: output.integer('Pages') },
  sample: {
    pdf: {
      name: 'text.pdf',
      type: 'application/pdf',
      base64:
        'JVBERi0xLjcKJYGBgYEKCjYgMCBvYmoKPDwKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL0xlbmd0aCAxMjMKPj4Kc3RyZWFtCnicdcw7CsJAFEbh/l/FrQXjzHBfA2KhGCxshLsBkSgGLSLi+o1aWYTTHr4B60CiT48LFrvu9uqe19Nxbqk6ezKvlDPFGYUp9sjfNZMomaWGK8UdS3YV3Yy1K4oeMcM2cMAwhVfjol5EfRIXadIPN9PWyojzH/4GcrYpTAplbmRzdHJlYW0KZW5kb2JqCgo3IDAgb2JqCjw8Ci9GaWx0ZXIgL0ZsYXRlRGVjb2RlCi9UeXBlIC9PYmpTdG0KL04gNQovRmlyc3QgMjYKL0xlbmd0aCAzODIKPj4Kc3RyZWFtCnic1VNLa8MwDL77V+i4HVY/4jjOKIU+kg1GWWkHGxs7pIkpGcUeiTu6fz856YMexs4jCFv6PkmW85kDAwFSQgSJBglxJCAGxSUMh4Q+fX8aoItiY1pCH+qqhTdEGSzhndCp21kPnIxG5MydFr7Yug3pk4AH8pGxaFy1K00DwzzLc8YSxpiSaIoxMcN1ipaiCfQRExr3aIk8GMaSiLFojFjem0r6nIB33PiQn+GKXBU4s54rde+f+oZeWV9D/HWedETo3FWzwhu4mt0KJhTnQggeKa5er/E6GlN493+H685fO/vrhBf/OXfWE7rarX3nhiAndFK0JiBA7832y/i6LAjNbOmq2m6APtd2bNv6GLisGAQTZNOYoKpON3RpWrdrShRS4HWVw+ZU/CZhqcbJE52idruUM5YmUigtYqUPGLajL4/rD1N2ZYKb7f3dyoeJ+0CIzU1VFxO3R60z/OI0HggNWvIBdkHdj611PryE7g1Yj+cNnjq8CyzxA1Juzk4KZW5kc3RyZWFtCmVuZG9iagoKOCAwIG9iago8PAovU2l6ZSA5Ci9Sb290IDIgMCBSCi9JbmZvIDMgMCBSCi9GaWx0ZXIgL0ZsYXRlRGVjb2RlCi9UeXBlIC9YUmVmCi9MZW5ndGggNDIKL1cgWyAxIDIgMiBdCi9JbmRleCBbIDAgOSBdCj4+CnN0cmVhbQp4nGNgYPj/n4mBnYEBRDCCCCYQwQwiWBgZBBgYGBmuAAmmHQwMAGJqA9cKZW5kc3RyZWFtCmVuZG9iagoKc3RhcnR4cmVmCjY5NgolJUVPRg==',
    },
    pages: 1,
  },
  run: async ({ text, size }) => {
    const { PDFDocument, StandardFonts } = await import('pdf-lib');
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const known = new Set(font.getCharacterSet());
    const [width, height, margin, step] = [595.28, 841.89, 56, size * 1.4];
    const lines = text.split('\n').flatMap((line) => {
      const plain = [...line.replaceAll('\t', '    ')]
        .map((c) => (known.has(c.codePointAt(0) ?? 0) ? c : '?'))
        .join('');
      return wrap(plain, (part) => font.widthOfTextAtSize(part, size) <= width - 2 * margin);
    });
    const perPage = Math.floor((height - 2 * margin) / step);
    for (let i = 0; i < Math.max(1, lines.length); i += perPage) {
      const page = document.addPage([width, height]);
      for (const [j, line] of lines.slice(i, i + perPage).entries())
        page.drawText(line, { x: margin, y: height - margin - (j + 1) * step, size, font });
    }
    return { pdf: await pdfFile(document, 'text.pdf'), pages: document.getPageCount() };
  },
});

function wrap(line: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && !fits(longer)) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}
