import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { pdfFile } from '../../encodings/pdf.ts';

export default tool({
  title: 'Text to PDF',
  summary: 'Convert plain text to a PDF document',
  isolated: true,
  input: {
    text: input.text('Text', 'Hello\nworld', { max: 50_000 }),
    size: input.optional(input.integer('Font size', 11, 6, 48)),
  },
  output: { pdf: output.file('Document'), pages: output.integer('Pages') },
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
