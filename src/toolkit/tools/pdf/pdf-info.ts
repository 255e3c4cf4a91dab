import { input, output, tool } from '../../tool.ts';
import { examplePdf } from '../../encodings/images.ts';
import { openPdf } from '../../encodings/pdf.ts';

export default tool({
  title: 'PDF inspector',
  summary: 'Show the pages, sizes, title, author and dates of a PDF document',
  keywords: 'metadata properties',
  isolated: true,
  input: { pdf: input.file('Document', examplePdf, 'application/pdf') },
  output: {
    pages: output.integer('Pages'),
    title: output.text('Title'),
    author: output.text('Author'),
    creator: output.text('Created with'),
    created: output.orNull(output.text('Created')),
    changed: output.orNull(output.text('Changed')),
    sizes: output.list('Sizes in mm'),
  },
  sample: {
    pages: 2,
    title: 'Example',
    author: '',
    creator: '',
    created: '2026-01-01T00:00:00.000Z',
    changed: '2026-01-01T00:00:00.000Z',
    sizes: ['71 × 35', '35 × 71'],
  },
  run: async ({ pdf }) => {
    const document = await openPdf('pdf', pdf);
    const mm = (points: number) => Math.round((points / 72) * 25.4);
    const sizes = document.getPages().map((page) => `${mm(page.getWidth())} × ${mm(page.getHeight())}`);
    const iso = (date: Date | undefined) =>
      date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
    return {
      pages: document.getPageCount(),
      title: document.getTitle() ?? '',
      author: document.getAuthor() ?? '',
      creator: document.getCreator() ?? '',
      created: iso(document.getCreationDate()),
      changed: iso(document.getModificationDate()),
      sizes: [...new Set(sizes)],
    };
  },
});
