import { input, output, tool } from '../../tool.ts';
import { examplePng, imageKinds, openImage } from '../../encodings/images.ts';
import { pdfFile } from '../../encodings/pdf.ts';

export default [
  tool({
    slug: 'images-to-pdf',
    title: 'Image to PDF',
    summary: 'Convert an image to a PDF document',
    keywords: 'jpg to pdf png to pdf',
    isolated: true,
    input: {
      image: input.file('Image', examplePng, imageKinds),
      size: input.choice('Page', ['image', 'A4', 'Letter'], 'image'),
    },
    output: { pdf: output.file('Document') },
    run: async ({ image, size }) => {
      const { PDFDocument } = await import('pdf-lib');
      const { picture } = await openImage(image);
      const document = await PDFDocument.create();
      const drawn = await document.embedJpg(
        await picture.flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer(),
      );
      const [width, height] = {
        image: [drawn.width, drawn.height],
        A4: [595.28, 841.89],
        Letter: [612, 792],
      }[size] as [number, number];
      const scale = size === 'image' ? 1 : Math.min((width - 72) / drawn.width, (height - 72) / drawn.height);
      const [w, h] = [drawn.width * scale, drawn.height * scale];
      document
        .addPage([width, height])
        .drawImage(drawn, { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h });
      return { pdf: await pdfFile(document, 'image.pdf') };
    },
  }),
  tool({
    slug: 'text-to-pdf',
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
  }),
];

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
