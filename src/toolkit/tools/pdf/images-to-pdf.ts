import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { examplePng } from '../../encodings/example-files.ts';
import { imageKinds, openImage } from '../../encodings/images.ts';
import { pdfFile } from '../../encodings/pdf.ts';

export default tool({
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
    const [width, height] = { image: [drawn.width, drawn.height], A4: [595.28, 841.89], Letter: [612, 792] }[
      size
    ] as [number, number];
    const scale = size === 'image' ? 1 : Math.min((width - 72) / drawn.width, (height - 72) / drawn.height);
    const [w, h] = [drawn.width * scale, drawn.height * scale];
    document
      .addPage([width, height])
      .drawImage(drawn, { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h });
    return { pdf: await pdfFile(document, 'image.pdf') };
  },
});
