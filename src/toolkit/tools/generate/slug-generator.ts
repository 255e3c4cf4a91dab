import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Slug generator',
  summary: 'Convert a title to a URL slug',
  keywords: 'slugify permalink url',
  input: {
    text: input.text('Text', 'Crème brûlée & Ελληνικά: 10 tips!', { max: 5000 }),
    separator: input.choice('Separator', ['-', '_', '.'], '-'),
    length: input.optional(input.integer('Characters at most', 100, 1, 500)),
  },
  output: { slug: output.code('Slug') },
  sample: { slug: 'creme-brulee-and-ellinika-10-tips' },
  run: async ({ text, separator, length }) => {
    const { transliterate } = await import('transliteration');
    const words =
      transliterate(text)
        .toLowerCase()
        .replaceAll('&', ' and ')
        .replace(/['’]/g, '')
        .match(/[a-z0-9]+/g) ?? [];
    let slug = '';
    for (const word of words) {
      const longer = slug === '' ? word : slug + separator + word;
      if (longer.length > length) break;
      slug = longer;
    }
    return { slug: slug || (words[0] ?? '').slice(0, length) };
  },
});
