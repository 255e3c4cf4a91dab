import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { metaTask } from '../../encodings/markup/html.ts';

export default tool({
  title: 'Meta tags checker',
  summary: 'Show the title, description and social tags of a web page, and what is missing',
  keywords: 'seo open graph twitter preview',
  network: true,
  input: { url: input.line('URL', 'https://example.com', { max: 2000 }) },
  output: {
    url: output.text('URL'),
    title: output.text('Title'),
    description: output.text('Description'),
    tags: output.table('Tags', { name: output.text('Name'), content: output.text('Content') }),
    missing: output.list('Missing'),
  },
  run: async ({ url }, { outbound, sandbox }) => {
    const page = await outbound.fetch(url, { max: 500_000, longer: 'cut' });
    const meta = await sandbox(metaTask, page.body);
    const wanted = [
      'description',
      'canonical',
      'viewport',
      'og:title',
      'og:description',
      'og:image',
      'og:url',
      'twitter:card',
    ];
    const missing = [
      ...(meta.title ? [] : ['title']),
      ...wanted.filter((name) => !meta.tags.some((tag) => tag.name.toLowerCase() === name)),
    ];
    return { url: page.url, ...meta, missing };
  },
});
